import { useId } from 'react'
import { useWords } from '../i18n/words'
import { useApp } from '../state/context'
import { Captions } from './captions'
import { Composer } from './composer'
import styles from './dock.module.css'
import { TalkRow } from './talk-row'

/** Talking and typing on one card at the foot of the thread, with the captions above it. */
export function Dock() {
  const words = useWords()
  const id = useId()
  const conversationId = useApp((state) => state.currentConversationId)
  const captions = useApp((state) => state.settings.captions)
  return (
    <section className={styles.region} aria-label={words.say('region.dock')} data-region="dock" id={id}>
      {captions && conversationId !== null && <Captions conversationId={conversationId} />}
      <div className={styles.dock}>
        <TalkRow />
        <Composer key={conversationId ?? ''} />
      </div>
    </section>
  )
}
