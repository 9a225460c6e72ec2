import { useState } from 'react'
import type { ServerMessage } from '../../../shared/ipc/tool-server-calls'
import { useI18n } from '../../i18n/i18n-provider'
import { useServices } from '../../state/context'
import styles from './servers.module.css'

/** The last messages between Parley and a server, read anew each time they are unfolded. */
export function ServerMessages({ name }: { readonly name: string }) {
  const i18n = useI18n()
  const { client } = useServices()
  const [messages, setMessages] = useState<readonly ServerMessage[] | null>(null)
  const read = async () => {
    const reply = await client.call('toolServers.messages', { name })
    if (reply.ok) setMessages(reply.value.messages)
  }
  return (
    <details onToggle={(event) => void (event.currentTarget.open && read())}>
      <summary className={styles.facts}>{i18n.t('servers.messages')}</summary>
      {messages !== null && messages.length === 0 && <p className={styles.facts}>{i18n.t('servers.noMessages')}</p>}
      {messages !== null && messages.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section className={styles.messages} tabIndex={0} aria-label={i18n.t('servers.messages')}>
          <pre className={styles.code}>{messages.map(lineOf).join('\n')}</pre>
        </section>
      )}
    </details>
  )
}

function lineOf({ at, direction, text }: ServerMessage): string {
  return `${new Date(at).toISOString().slice(11, 23)} ${direction === 'to' ? '→' : '←'} ${text}`
}
