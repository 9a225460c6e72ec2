import { Keyboard } from 'lucide-react'
import { useCallback, useState } from 'react'
import { type ChangeableShortcut, type ChordProblem, chordProblem, freeChords } from '../../shared/commands/chosen-chords'
import { type Chord, chordsOf } from '../../shared/commands/shortcuts'
import { isMouseButton } from '../../shared/hotkeys/shortcut'
import { capNames } from '../commands/cap-names'
import { shortcutName } from '../commands/shortcut-name'
import { useI18n } from '../i18n/i18n-provider'
import type { Translator } from '../i18n/translate'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { KeyCap } from '../ui/key-cap'
import styles from './hotkeys.module.css'
import { type TakenKeys, useKeyRecording } from './use-key-recording'

interface Refusal {
  readonly problem: ChordProblem
  readonly free: readonly Chord[]
}

/** One shortcut of the window: its keys, with buttons to change and to reset them. */
export function WindowKeyRow({ id, afterwards }: { readonly id: ChangeableShortcut; readonly afterwards: 'use' | 'test' }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const { shortcuts: chosen, hotkeys } = useApp((state) => state.settings)
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  const [recording, setRecording] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  const choose = useCallback(
    async (chord: Chord | null) => {
      const problem = chordProblem(id, chord, chosen, hotkeys)
      setRefusal(problem === null ? null : { problem, free: freeChords(id, chord, chosen, hotkeys) })
      if (chord !== null && problem === null) await actions.updateSettings({ shortcuts: { ...chosen, [id]: chord } })
    },
    [id, chosen, hotkeys, actions],
  )
  const taken = useCallback(
    async (keys: TakenKeys | null) => {
      setRecording(false)
      if (keys === null) return
      if (isMouseButton(keys.shortcut.key)) setRefusal({ problem: { why: 'mouse' }, free: [] })
      else await choose(keys.chord)
    },
    [choose],
  )
  const lost = useCallback(() => setRecording(false), [])
  useKeyRecording(recording, afterwards, taken, lost)

  const begin = () => {
    setRefusal(null)
    setRecording(true)
  }
  const reset = () => {
    const { [id]: _, ...others } = chosen
    setRefusal(null)
    void actions.updateSettings({ shortcuts: others })
  }
  const name = i18n.t(shortcutName(id))
  const caps = (chord: Chord) => capNames(chord, operatingSystem).map((key) => <KeyCap key={key} name={key} />)
  return (
    <div className={styles.row} data-setting={name} data-shortcut={id} data-taken={refusal !== null} data-recording={recording}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {recording && (
          <p className={styles.line} role="status">
            {i18n.t('hotkeys.recording')}
          </p>
        )}
        {refusal !== null && (
          <p className={styles.refusal} role="alert">
            {refusalText(refusal.problem, i18n)}
            {refusal.free.length > 0 && ` ${i18n.t('hotkeys.free')}`}
            {refusal.free.map((chord) => (
              <span key={chord.join('+')} className={styles.free}>
                {caps(chord)}
                <button
                  type="button"
                  className={styles.link}
                  aria-label={i18n.t('hotkeys.useKeys', { keys: capNames(chord, operatingSystem).join(' ') })}
                  onClick={() => void choose(chord)}
                >
                  {i18n.t('hotkeys.use')}
                </button>
              </span>
            ))}
          </p>
        )}
      </div>
      <div className={styles.keys}>
        {recording ? (
          <span className={styles.recording}>
            <Keyboard size={14} strokeWidth={2} aria-hidden />
            {i18n.t('hotkeys.press')}
          </span>
        ) : (
          caps(chordsOf(id, chosen)[0])
        )}
      </div>
      <span className={styles.reach}>{i18n.t('hotkeys.inParley')}</span>
      <span className={styles.mark} />
      <div className={styles.buttons}>
        {recording ? (
          <Button small onClick={() => setRecording(false)}>
            {i18n.t('hotkeys.cancel')}
          </Button>
        ) : (
          <>
            <Button small aria-label={i18n.t('hotkeys.changeOf', { name })} onClick={begin}>
              {i18n.t('hotkeys.change')}
            </Button>
            {chosen[id] !== undefined && (
              <Button small look="plain" aria-label={i18n.t('hotkeys.resetOf', { name })} onClick={reset}>
                {i18n.t('hotkeys.reset')}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}

function refusalText(problem: ChordProblem, i18n: Translator): string {
  switch (problem.why) {
    case 'same':
      return i18n.t('hotkeys.refused.same', { name: i18n.t(shortcutName(problem.holder)) })
    case 'everywhere':
      return i18n.t('hotkeys.refused.same', { name: i18n.t(`hotkeys.${problem.holder}`) })
    case 'types':
      return i18n.t('hotkeys.refused.typesHere')
    case 'mouse':
      return i18n.t('hotkeys.refused.mouse')
    case 'system':
      return i18n.t('hotkeys.refused.system')
    case 'modifier-alone':
      return i18n.t('hotkeys.refused.modifierHere')
  }
}
