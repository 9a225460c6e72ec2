import { keysOf } from '../../shared/hotkeys/shortcut'
import { useI18n } from '../i18n/i18n-provider'
import type { Translator } from '../i18n/translate'
import { useApp } from '../state/context'
import { KeyCap, keyName, keySentence } from '../ui/key-cap'
import styles from './hotkeys.module.css'
import type { KeyChoice } from './use-key-choice'

/** Why keys can't be used, and free alternatives, each with a button that sets it. */
export function RefusalNote({ choice }: { readonly choice: KeyChoice }) {
  const i18n = useI18n()
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  const { refusal, failure } = choice
  if (failure !== null) return <p className={styles.refusal}>{failure}</p>
  if (refusal === null) return null
  return (
    <p className={styles.refusal} role="alert">
      {refusalText(refusal, i18n)}
      {refusal.free.length > 0 && ` ${i18n.t('hotkeys.free')}`}
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
              aria-label={i18n.t('hotkeys.useKeys', { keys: keySentence(keys, operatingSystem, i18n) })}
              onClick={() => void choice.choose(shortcut)}
            >
              {i18n.t('hotkeys.use')}
            </button>
          </span>
        )
      })}
    </p>
  )
}

function refusalText({ why, holder }: NonNullable<KeyChoice['refusal']>, i18n: Translator): string {
  if (why !== 'same') return i18n.t(`hotkeys.refused.${why}`)
  return i18n.t('hotkeys.refused.same', { name: holder === null ? '' : i18n.t(`hotkeys.${holder}`) })
}
