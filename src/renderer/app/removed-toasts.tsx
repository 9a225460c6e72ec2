import { useEffect, useState } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import type { RemovedConversation } from '../state/app-state'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { shownTitle } from '../ui/shown-title'
import styles from './removed-toasts.module.css'

/** How long a deletion can be undone while nobody points at it, in ms. */
const UNDO_MS = 6000
/**
 * The most toasts at once, for the latest deletions; the time of older ones runs in the background, and Undo reaches
 * them in order.
 */
const ANNOUNCED = 3

/** Shows which conversations were deleted, each with its own time to undo. */
export function RemovedToasts() {
  const removed = useApp((state) => state.removed)
  return removed.length === 0 ? null : <Stack removed={removed} />
}

/** The times are paused while the pointer or the focus is on a toast, so that none disappears under it. */
function Stack({ removed }: { readonly removed: readonly RemovedConversation[] }) {
  const [held, setHeld] = useState(false)
  return (
    <div className={styles.stack}>
      {removed.map((one, index) => (
        <RemovedToast key={one.conversationId} removed={one} held={held} hidden={index < removed.length - ANNOUNCED} onHeld={setHeld} />
      ))}
    </div>
  )
}

interface ToastProps {
  readonly removed: RemovedConversation
  readonly held: boolean
  readonly hidden: boolean
  readonly onHeld: (held: boolean) => void
}

function RemovedToast({ removed, held, hidden, onHeld }: ToastProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  const { conversationId } = removed
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => void actions.letRemovedGo(conversationId), UNDO_MS)
    return () => clearTimeout(timer)
  }, [conversationId, held, actions])
  if (hidden) return null
  const announcement = i18n.t('history.deleted', { title: shownTitle(removed.title, i18n) })
  return (
    <section
      className={styles.toast}
      aria-label={announcement}
      onPointerMove={() => onHeld(true)}
      onPointerLeave={() => onHeld(false)}
      onFocus={() => onHeld(true)}
      onBlur={() => onHeld(false)}
    >
      <span className={styles.words}>{announcement}</span>
      <Button
        small
        onClick={() => {
          onHeld(false)
          void actions.undoRemoval(conversationId)
        }}
      >
        {i18n.t('history.undo')}
      </Button>
    </section>
  )
}
