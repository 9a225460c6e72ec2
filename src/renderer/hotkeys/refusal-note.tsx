import { keysOf } from '../../shared/hotkeys/shortcut'
import type { Translator } from '../i18n/translate'
import { useWords } from '../i18n/words'
import { useApp } from '../state/context'
import { KeyCap, keyName, keySentence } from '../ui/key-cap'
import styles from './hotkeys.module.css'
import type { KeyChoice } from './use-key-choice'

/** Why keys can't be had, and the free ones beside, each with a button that takes it. */
export function RefusalNote({ choice }: { readonly choice: KeyChoice }) {
  const words = useWords()
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  const { refusal, failure } = choice
  if (failure !== null) return <p className={styles.refusal}>{failure}</p>
  if (refusal === null) return null
  return (
    <p className={styles.refusal} role="alert">
      {refusalWords(refusal, words)}
      {refusal.free.length > 0 && ` ${words.say('hotkeys.free')}`}
      {refusal.free.map((shortcut) => {
        const keys = keysOf(shortcut, operatingSystem)
        return (
          <span key={keys.join('+')} className={styles.free}>
            {keys.map((key) => (
              <KeyCap key={key} name={keyName(key, operatingSystem)} />
            ))}
            <button
              type="button"
              className={styles.link}
              aria-label={words.say('hotkeys.useKeys', { keys: keySentence(keys, operatingSystem, words) })}
              onClick={() => void choice.choose(shortcut)}
            >
              {words.say('hotkeys.use')}
            </button>
          </span>
        )
      })}
    </p>
  )
}

function refusalWords({ why, holder }: NonNullable<KeyChoice['refusal']>, words: Translator): string {
  if (why !== 'same') return words.say(`hotkeys.refused.${why}`)
  return words.say('hotkeys.refused.same', { name: holder === null ? '' : words.say(`hotkeys.${holder}`) })
}
