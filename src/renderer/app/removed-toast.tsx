import { useEffect, useState } from 'react'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import styles from './removed-toast.module.css'

/** How long a deletion can be undone while nobody looks at it, in ms. */
const UNDO_MS = 6000

/** Says that a conversation was deleted, and brings it back. The time stands still while the pointer or the focus is on it. */
export function RemovedToast() {
  const words = useWords()
  const { actions } = useServices()
  const removed = useApp((state) => state.removed)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (removed === null || held) return
    const timer = setTimeout(() => void actions.letRemovedGo(), UNDO_MS)
    return () => clearTimeout(timer)
  }, [removed, held, actions])
  if (removed === null) return null
  const title = removed.title === '' ? words.say('app.newConversation') : removed.title
  return (
    <section
      className={styles.toast}
      aria-label={words.say('history.deleted', { title })}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.words}>{words.say('history.deleted', { title })}</span>
      <Button
        small
        onClick={() => {
          setHeld(false)
          void actions.undoRemoval()
        }}
      >
        {words.say('history.undo')}
      </Button>
    </section>
  )
}
