import { CircleCheck, CircleX, Keyboard } from 'lucide-react'
import { useEffect } from 'react'
import type { HotkeyBinding } from '../../shared/hotkeys/hotkey-state'
import { defaultHotkeys, sameShortcut } from '../../shared/hotkeys/shortcut'
import { useI18n } from '../i18n/i18n-provider'
import { useApp } from '../state/context'
import { Button } from '../ui/button'
import { KeyCap, keyName } from '../ui/key-cap'
import styles from './hotkeys.module.css'
import { RefusalNote } from './refusal-note'
import { useKeyChoice } from './use-key-choice'

/** One system-wide key: its action, its keys, their reach, and whether they were verified. */
export function HotkeyRow({ binding, afterwards }: { readonly binding: HotkeyBinding; readonly afterwards: 'use' | 'test' }) {
  const i18n = useI18n()
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  const { action, shortcut, keys, problem } = binding
  const choice = useKeyChoice(action, afterwards)
  const isDefault = sameShortcut(shortcut, defaultHotkeys[action])
  const { choose } = choice
  const taken = problem === 'taken'

  // a taken key is shown with free alternatives
  useEffect(() => {
    if (taken && shortcut !== null) void choose(shortcut)
  }, [taken, shortcut, choose])

  const name = i18n.t(`hotkeys.${action}`)
  return (
    <div
      className={styles.row}
      data-setting={name}
      data-hotkey={action}
      data-taken={taken || choice.refusal !== null}
      data-recording={choice.recording}
    >
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {choice.recording ? (
          <p className={styles.line} role="status">
            {i18n.t(action === 'hold' ? 'hotkeys.recordingHold' : 'hotkeys.recording')}
          </p>
        ) : (
          <p className={styles.line}>{i18n.t(`hotkeys.${action}Line`)}</p>
        )}
        <RefusalNote choice={choice} />
      </div>
      <div className={styles.keys}>
        {choice.recording ? (
          <span className={styles.recording}>
            <Keyboard size={14} strokeWidth={2} aria-hidden />
            {i18n.t('hotkeys.press')}
          </span>
        ) : shortcut === null ? (
          <span className={styles.none}>{i18n.t('hotkeys.none')}</span>
        ) : (
          keys.map((key) => <KeyCap key={key} name={keyName(key, operatingSystem)} />)
        )}
      </div>
      <span className={styles.reach}>{shortcut !== null && binding.global && i18n.t('hotkeys.everywhere')}</span>
      <BindingMark binding={binding} />
      <div className={styles.buttons}>
        {choice.recording ? (
          <Button small onClick={choice.cancel}>
            {i18n.t('hotkeys.cancel')}
          </Button>
        ) : (
          <>
            <Button small aria-label={i18n.t('hotkeys.changeOf', { name })} onClick={choice.begin}>
              {i18n.t('hotkeys.change')}
            </Button>
            {isDefault ? (
              <Button small look="plain" onClick={() => void choice.choose(null)}>
                {i18n.t('hotkeys.remove')}
              </Button>
            ) : (
              <Button small look="plain" onClick={choice.reset}>
                {i18n.t('hotkeys.reset')}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}

function BindingMark({ binding }: { readonly binding: HotkeyBinding }) {
  const i18n = useI18n()
  const { shortcut, problem, verified, hold } = binding
  if (shortcut === null) return <span className={styles.mark} />
  if (problem !== null) {
    return (
      <span className={`${styles.mark} ${styles.bad}`}>
        <CircleX size={14} strokeWidth={2} aria-hidden />
        {i18n.t(problem === 'taken' ? 'hotkeys.taken' : 'hotkeys.unsupported')}
      </span>
    )
  }
  if (verified === null) return <span className={styles.mark}>{i18n.t('hotkeys.untested')}</span>
  return (
    <span className={`${styles.mark} ${styles.good}`}>
      <CircleCheck size={14} strokeWidth={2} aria-hidden />
      {i18n.t(hold ? 'hotkeys.worksHold' : 'hotkeys.works')}
    </span>
  )
}
