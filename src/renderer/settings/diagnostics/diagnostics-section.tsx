import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { Finding } from '../../../shared/diagnostics/diagnosis'
import { makeVisible } from '../../../shared/text/make-visible'
import { toldWords } from '../../../shared/told/told-words'
import { useWords } from '../../i18n/words'
import { Button } from '../../ui/button'
import { byteSize } from '../../ui/format'
import { Switch } from '../../ui/switch'
import { SettingsGroup, SettingsRow } from '../settings-group'
import { Told } from '../storage/told'
import styles from './diagnostics.module.css'
import { LogGroup } from './log-group'
import { useBundle } from './use-bundle'
import { visibleLines } from './visible-lines'

/** What works here and what does not, the bundle for a report as it will be saved, and the log. */
export function DiagnosticsSection() {
  const words = useWords()
  const { bundle, choices, outcome, choose, lookAgain, save } = useBundle()
  return (
    <>
      <Told outcome={outcome} />
      <SettingsGroup name={words.say('diagnostics.findings')}>
        <ul className={styles.findings}>
          {(bundle?.findings ?? []).map((finding) => (
            <FindingLine key={finding.check} finding={finding} />
          ))}
        </ul>
        <div className={styles.foot}>
          <Button small onClick={lookAgain}>
            {words.say('diagnostics.lookAgain')}
          </Button>
        </div>
      </SettingsGroup>
      <SettingsGroup name={words.say('diagnostics.bundle')}>
        <p className={styles.line}>{words.say('diagnostics.bundleLine')}</p>
        {(['settings', 'log'] as const).map((part) => (
          <SettingsRow
            key={part}
            name={words.say(part === 'log' ? 'diagnostics.withLog' : 'diagnostics.withSettings')}
            line={words.say(part === 'log' ? 'diagnostics.withLogLine' : 'diagnostics.withSettingsLine')}
            control={(labelledBy, describedBy) => (
              <Switch
                checked={choices[part]}
                labelledBy={labelledBy}
                describedBy={describedBy}
                onChange={(value) => choose({ ...choices, [part]: value })}
              />
            )}
          />
        ))}
        {(bundle?.recordings ?? []).map(({ name, bytes }) => (
          <SettingsRow
            key={name}
            name={words.say('diagnostics.withRecording', { name: makeVisible(name) })}
            line={words.say('diagnostics.withRecordingLine', { size: byteSize(bytes, words.locale) })}
            control={(labelledBy, describedBy) => (
              <Switch
                checked={choices.recordings.includes(name)}
                labelledBy={labelledBy}
                describedBy={describedBy}
                onChange={(value) => {
                  const others = choices.recordings.filter((one) => one !== name)
                  choose({ ...choices, recordings: value ? [...others, name] : others })
                }}
              />
            )}
          />
        ))}
        {bundle !== null && (
          <div className={styles.preview}>
            <h3 className={styles.previewName}>{words.say('diagnostics.preview')}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
            <section className={styles.text} tabIndex={0} aria-label={words.say('diagnostics.preview')} data-bundle>
              <pre>{visibleLines(bundle.text)}</pre>
            </section>
            <div className={styles.foot}>
              <span className={styles.size}>
                {words.say('diagnostics.previewSize', { size: byteSize(new Blob([bundle.text]).size, words.locale) })}
              </span>
              <Button look="ink" onClick={save}>
                {words.say('diagnostics.save')}
              </Button>
            </div>
          </div>
        )}
      </SettingsGroup>
      <LogGroup />
    </>
  )
}

const MARKS = { good: CircleCheck, attention: TriangleAlert, bad: CircleX } as const

function FindingLine({ finding: { check, state, words: told } }: { readonly finding: Finding }) {
  const words = useWords()
  const Mark = MARKS[state]
  return (
    <li className={styles.finding} data-check={check} data-state={state}>
      <span className={styles[state]}>
        <Mark size={16} strokeWidth={1.75} aria-hidden />
        <span className="visually-hidden">{words.say(`diagnostics.state.${state}`)}</span>
      </span>
      <span className={styles.check}>{words.say(`diagnostics.check.${check}`)}</span>
      <span className={styles.told}>{makeVisible(toldWords(told, words))}</span>
    </li>
  )
}
