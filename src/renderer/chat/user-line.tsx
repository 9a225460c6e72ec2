import { memo } from 'react'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { useWords } from '../i18n/words'
import { clockTime } from '../ui/format'
import { messageFacts } from './message-facts'
import styles from './user-line.module.css'

/** What the user said or typed. Words still being heard are grey; spoken words carry their length. */
export const UserLine = memo(function UserLine({ message }: { readonly message: UIMessage }) {
  const words = useWords()
  const facts = messageFacts(message)
  const text = message.parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
    .trim()
  const guess = message.parts.reduce((found, part) => (part.type === 'data-transcript' ? part.data.text : found), '')
  const streaming = message.parts.some((part) => part.type === 'text' && part.state === 'streaming')
  const shown = text === '' ? guess : text
  if (shown === '') return null
  const partial = text === '' || streaming
  return (
    <article className={styles.line} aria-label={words.say('thread.you')}>
      <div className={`${styles.bubble} ${partial ? styles.partial : ''}`} dir="auto">
        {shown}
        {!partial && facts.voiceMs !== null && (
          <span className={styles.length}>
            <span className="visually-hidden">{words.say('thread.voiceLength', { time: clockTime(facts.voiceMs) })}</span>
            <span aria-hidden="true">{clockTime(facts.voiceMs)}</span>
          </span>
        )}
      </div>
    </article>
  )
})
