import type { SignInState, ToolServerSummary } from '../../../shared/ipc/tool-server-calls'
import { displayText } from '../../../shared/messages/message'
import { useI18n } from '../../i18n/i18n-provider'
import { useServices } from '../../state/context'
import { Button } from '../../ui/button'
import styles from './servers.module.css'

interface SignInButtonProps {
  readonly summary: ToolServerSummary
  onReply(reply: { readonly ok: true } | { readonly ok: false; readonly error: { readonly message: string } }): void
}

/** Signs in at a server that asks for it, or out again. Main shows where in a dialog of its own before the browser opens. */
export function SignInButton({ summary: { server, signIn }, onReply }: SignInButtonProps) {
  const i18n = useI18n()
  const { client } = useServices()
  const { name } = server
  switch (signIn.kind) {
    case 'none':
      return null
    case 'in':
      return (
        <Button
          aria-label={i18n.t('servers.signOutOf', { name })}
          onClick={() => void client.call('toolServers.signOut', { name }).then(onReply)}
        >
          {i18n.t('servers.signOut')}
        </Button>
      )
    case 'wanted':
    case 'waiting': {
      const isAgain = signIn.kind === 'waiting' || signIn.again
      return (
        <Button
          look={signIn.kind === 'wanted' ? 'ink' : 'plain'}
          aria-label={i18n.t(isAgain ? 'servers.signInAgainOf' : 'servers.signInOf', { name })}
          onClick={() => void client.call('toolServers.signIn', { name }).then(onReply)}
        >
          {i18n.t(isAgain ? 'servers.signInAgain' : 'servers.signIn')}
        </Button>
      )
    }
  }
}

/** Where the user is signed in, or why not. */
export function SignInLine({ signIn }: { readonly signIn: SignInState }) {
  const i18n = useI18n()
  const text = lineOf(signIn, i18n)
  return text === null ? null : (
    <p className={styles.facts} role="status">
      {text}
    </p>
  )
}

function lineOf(signIn: SignInState, i18n: ReturnType<typeof useI18n>): string | null {
  switch (signIn.kind) {
    case 'none':
      return null
    case 'wanted':
      return signIn.why === null ? null : displayText(signIn.why, i18n)
    case 'waiting':
      return i18n.t('servers.signingIn', { host: signIn.host })
    case 'in':
      return i18n.t('servers.signedIn', { host: signIn.host })
  }
}
