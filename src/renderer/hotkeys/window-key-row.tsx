import { Keyboard } from 'lucide-react'
import { useCallback, useState } from 'react'
import { type ChangeableShortcut, type ChordProblem, chordProblem, freeChords } from '../../shared/commands/chosen-chords'
import { type Chord, chordsOf } from '../../shared/commands/shortcuts'
import { isMouseButton } from '../../shared/hotkeys/shortcut'
import { capNames } from '../commands/cap-names'
import { shortcutName } from '../commands/shortcut-name'
import type { Translator } from '../i18n/translate'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { KeyCap } from '../ui/key-cap'
import styles from './hotkeys.module.css'
import { type TakenKeys, useKeyRecording } from './use-key-recording'

interface Refusal {
  readonly problem: ChordProblem
  readonly free: readonly Chord[]
}

/** One shortcut of the window: its keys, others in their place, and those of the beginning again. */
export function WindowKeyRow({ id, afterwards }: { readonly id: ChangeableShortcut; readonly afterwards: 'use' | 'test' }) {
  const words = useWords()
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
  const name = words.say(shortcutName(id))
  const caps = (chord: Chord) => capNames(chord, operatingSystem).map((key) => <KeyCap key={key} name={key} />)
  return (
    <div className={styles.row} data-setting={name} data-shortcut={id} data-taken={refusal !== null} data-recording={recording}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {recording && (
          <p className={styles.line} role="status">
            {words.say('hotkeys.recording')}
          </p>
        )}
        {refusal !== null && (
          <p className={styles.refusal} role="alert">
            {refusalWords(refusal.problem, words)}
            {refusal.free.length > 0 && ` ${words.say('hotkeys.free')}`}
            {refusal.free.map((chord) => (
              <span key={chord.join('+')} className={styles.free}>
                {caps(chord)}
                <button
                  type="button"
                  className={styles.link}
                  aria-label={words.say('hotkeys.useKeys', { keys: capNames(chord, operatingSystem).join(' ') })}
                  onClick={() => void choose(chord)}
                >
                  {words.say('hotkeys.use')}
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
            {words.say('hotkeys.press')}
          </span>
        ) : (
          caps(chordsOf(id, chosen)[0])
        )}
      </div>
      <span className={styles.reach}>{words.say('hotkeys.inParley')}</span>
      <span className={styles.mark} />
      <div className={styles.buttons}>
        {recording ? (
          <Button small onClick={() => setRecording(false)}>
            {words.say('hotkeys.cancel')}
          </Button>
        ) : (
          <>
            <Button small aria-label={words.say('hotkeys.changeOf', { name })} onClick={begin}>
              {words.say('hotkeys.change')}
            </Button>
            {chosen[id] !== undefined && (
              <Button small look="plain" aria-label={words.say('hotkeys.resetOf', { name })} onClick={reset}>
                {words.say('hotkeys.reset')}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}

function refusalWords(problem: ChordProblem, words: Translator): string {
  switch (problem.why) {
    case 'same':
      return words.say('hotkeys.refused.same', { name: words.say(shortcutName(problem.holder)) })
    case 'everywhere':
      return words.say('hotkeys.refused.same', { name: words.say(`hotkeys.${problem.holder}`) })
    case 'types':
      return words.say('hotkeys.refused.typesHere')
    case 'mouse':
      return words.say('hotkeys.refused.mouse')
    case 'system':
      return words.say('hotkeys.refused.system')
    case 'modifier-alone':
      return words.say('hotkeys.refused.modifierHere')
  }
}
