import { useState } from 'react'
import type { ToolServerSummary } from '../../../shared/ipc/tool-server-calls'
import { displayText } from '../../../shared/messages/message'
import { launchText, type ToolServer } from '../../../shared/servers/tool-server'
import { makeVisible } from '../../../shared/text/make-visible'
import { useI18n } from '../../i18n/i18n-provider'
import { useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import field from '../../ui/field.module.css'
import { Confirm } from '../storage/confirm'
import { OffHere } from './off-here'
import { ServerMessages } from './server-messages'
import { SignInButton, SignInLine } from './server-sign-in'
import styles from './servers.module.css'

type Tool = ToolServerSummary['tools'][number]

/** One server: its state, its tools, and what can be done with it. */
export function ServerRow({ summary }: { readonly summary: ToolServerSummary }) {
  const i18n = useI18n()
  const { client } = useServices()
  const { server, state, tools, output } = summary
  const { name } = server
  const [failure, setFailure] = useState<string | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const show = (reply: { readonly ok: true } | { readonly ok: false; readonly error: { readonly message: string } }) =>
    setFailure(reply.ok ? null : reply.error.message)
  const save = async (changed: ToolServer) => show(await client.call('toolServers.save', { server: changed, variables: {} }))
  const changed = tools.filter((tool) => tool.state.kind === 'changed')
  return (
    <li className={styles.server}>
      <div className={styles.head}>
        <div className={styles.words}>
          <p className={styles.name}>{name}</p>
          <p className={styles.facts} role="status">
            {stateText(summary, i18n)}
          </p>
          <SignInLine signIn={summary.signIn} />
        </div>
        <span className={styles.buttons}>
          <SignInButton summary={summary} onReply={show} />
          {server.on && (
            <Button
              aria-label={i18n.t('servers.restartOf', { name })}
              onClick={() => void client.call('toolServers.restart', { name }).then(show)}
            >
              {i18n.t('servers.restart')}
            </Button>
          )}
          <Button aria-label={i18n.t('servers.removeOf', { name })} onClick={() => setRemoving(true)}>
            {i18n.t('servers.remove')}
          </Button>
        </span>
      </div>
      {isRemoving && (
        <Confirm
          question={i18n.t('servers.removeAsk', { name })}
          yes={i18n.t('servers.remove')}
          onYes={() => void client.call('toolServers.remove', { name }).then(show)}
          onNo={() => setRemoving(false)}
        />
      )}
      <pre className={styles.code}>{makeVisibleLines(launchText(server))}</pre>
      <label className={styles.choice}>
        <input
          type="checkbox"
          className={field.check}
          checked={server.on}
          onChange={(event) => void save({ ...server, on: event.currentTarget.checked })}
        />
        {i18n.t('servers.on')}
      </label>
      <label className={styles.choice}>
        <input
          type="checkbox"
          className={field.check}
          checked={server.trusted}
          onChange={(event) => void save({ ...server, trusted: event.currentTarget.checked })}
        />
        {i18n.t('servers.trust')}
      </label>
      {server.on && tools.length > 0 && <OffHere name={name} />}
      {changed.map((tool) => (
        <ChangedTool
          key={tool.ownName}
          tool={tool}
          onAccept={async () =>
            show(await client.call('toolServers.accept', { name, tool: tool.ownName, definitionHash: tool.definitionHash }))
          }
        />
      ))}
      {tools.length > 0 && <ToolNames tools={tools} />}
      <ServerMessages name={name} />
      {state.phase === 'failed' && output !== '' && (
        <details>
          <summary className={styles.facts}>{i18n.t('servers.output')}</summary>
          <pre className={styles.code}>{output}</pre>
        </details>
      )}
      {failure !== null && <Fault>{i18n.t('settings.failed', { reason: failure })}</Fault>}
    </li>
  )
}

function stateText({ server, state }: ToolServerSummary, i18n: ReturnType<typeof useI18n>): string {
  if (!server.on) return i18n.t('servers.off')
  if (state.phase === 'failed') return i18n.t('servers.state.failed', { reason: displayText(state.why, i18n) })
  return i18n.t(`servers.state.${state.phase}`)
}

function ToolNames({ tools }: { readonly tools: readonly Tool[] }) {
  const i18n = useI18n()
  return (
    <details>
      <summary className={styles.facts}>{i18n.count('servers.tools', tools.length)}</summary>
      <ul className={styles.tools}>
        {tools.map((tool) => (
          <li key={tool.ownName}>
            <p className={styles.name}>{tool.title}</p>
            <p className={styles.facts}>
              {tool.state.kind === 'unusable' ? displayText(tool.state.why, i18n) : tool.description.slice(0, 1000)}
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A tool that is not the one the user knows: both definitions, and a button to accept the new one. */
function ChangedTool({ tool, onAccept }: { readonly tool: Tool; onAccept(): Promise<void> }) {
  const i18n = useI18n()
  if (tool.state.kind !== 'changed') return null
  return (
    <div className={styles.changed}>
      <p>{i18n.t('servers.changed', { tool: tool.title })}</p>
      <details>
        <summary className={styles.facts}>{i18n.t('servers.compare')}</summary>
        <p className={styles.facts}>{i18n.t('servers.before')}</p>
        <pre className={styles.code}>{tool.state.before}</pre>
        <p className={styles.facts}>{i18n.t('servers.after')}</p>
        <pre className={styles.code}>{tool.state.after}</pre>
      </details>
      <div>
        <Button aria-label={i18n.t('servers.acceptOf', { tool: tool.title })} onClick={() => void onAccept()}>
          {i18n.t('servers.accept')}
        </Button>
      </div>
    </div>
  )
}

function makeVisibleLines(text: string): string {
  return text.split('\n').map(makeVisible).join('\n')
}
