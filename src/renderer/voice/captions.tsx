import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useApp, useServices } from '../state/context'
import { type Caption, captionOf } from './caption-text'
import styles from './captions.module.css'
import type { PlayedPosition } from './played-positions'

/** The current answer as captions, while its text is out of view: spoken words dark, coming ones grey, two lines at a time. */
export function Captions({ conversationId }: { readonly conversationId: string }) {
  const { heard } = useServices()
  const position = useSyncExternalStore(heard.subscribe, heard.current)
  const speaking = useApp((state) => state.statuses[conversationId]?.activity === 'speaking')
  const messages = useApp((state) => state.threads[conversationId]?.thread.messages)
  if (!speaking || messages === undefined) return null
  const caption = captionOf(messages, position)
  return caption === null ? null : <Band caption={caption} messageId={messages.at(-1)?.id ?? ''} position={position} />
}

interface BandProps {
  readonly caption: Caption
  readonly messageId: string
  readonly position: PlayedPosition | null
}

function Band({ caption, messageId, position }: BandProps) {
  const share = position === null || position.total === 0 ? 0 : Math.min(1, position.heard / position.total)
  if (useIsInView(messageId, share)) return null
  return (
    <div className={styles.band} aria-hidden="true">
      <p className={styles.text}>
        <span>{caption.spoken}</span>
        <span className={styles.coming}>{caption.coming}</span>
      </p>
    </div>
  )
}

/** Whether the reader sees the place in a message that is being spoken, by the played share of its sound. Measured with each position. */
function useIsInView(messageId: string, share: number): boolean {
  const [seen, setSeen] = useState(true)
  useLayoutEffect(() => {
    const measure = (): void => {
      const message = document.querySelector(`[data-message="${CSS.escape(messageId)}"]`)
      const scroller = message?.closest('[role="log"]')
      if (message === null || scroller === null || scroller === undefined) {
        setSeen(false)
        return
      }
      const [text, view] = [message.getBoundingClientRect(), scroller.getBoundingClientRect()]
      const place = text.top + text.height * share
      setSeen(place >= view.top && place <= view.bottom)
    }
    measure()
    document.addEventListener('scroll', measure, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', measure, { capture: true })
  }, [messageId, share])
  return seen
}
