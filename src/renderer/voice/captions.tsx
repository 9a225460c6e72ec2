import { useSyncExternalStore } from 'react'
import { useApp, useServices } from '../state/context'
import { captionOf } from './caption-text'
import styles from './captions.module.css'

/** The current answer as captions: spoken words dark, coming ones grey, two lines at a time. */
export function Captions({ conversationId }: { readonly conversationId: string }) {
  const { heard } = useServices()
  const position = useSyncExternalStore(heard.subscribe, heard.current)
  const speaking = useApp((state) => state.statuses[conversationId]?.activity === 'speaking')
  const messages = useApp((state) => state.threads[conversationId]?.thread.messages)
  if (!speaking || messages === undefined) return null
  const caption = captionOf(messages, position)
  if (caption === null) return null
  return (
    <div className={styles.band} aria-hidden="true">
      <p className={styles.text}>
        <span>{caption.spoken}</span>
        <span className={styles.coming}>{caption.coming}</span>
      </p>
    </div>
  )
}
