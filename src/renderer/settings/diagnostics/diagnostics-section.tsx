import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { Finding } from '../../../shared/diagnostics/diagnosis'
import { displayText } from '../../../shared/messages/message'
import { makeVisible } from '../../../shared/text/make-visible'
import { useI18n } from '../../i18n/i18n-provider'
import { Button } from '../../ui/button'
import { byteSize } from '../../ui/format'
import { Switch } from '../../ui/switch'
import { SettingsGroup, SettingsRow } from '../settings-group'
import { OutcomeMessage } from '../storage/outcome-message'
import styles from './diagnostics.module.css'
import { LogGroup } from './log-group'
import { useBundle } from './use-bundle'
import { visibleLines } from './visible-lines'

/** The checks of this installation, the bundle for a report as it will be saved, and the log. */
export function DiagnosticsSection() {
  const i18n = useI18n()
  const { bundle, choices, outcome, choose, lookAgain, save } = useBundle()
  return (
    <>
      <OutcomeMessage outcome={outcome} />
      <SettingsGroup name={i18n.t('diagnostics.findings')}>
        <ul className={styles.findings}>
          {(bundle?.findings ?? []).map((finding) => (
            <FindingLine key={finding.check} finding={finding} />
          ))}
        </ul>
        <div className={styles.foot}>
          <Button small onClick={lookAgain}>
            {i18n.t('diagnostics.lookAgain')}
          </Button>
        </div>
      </SettingsGroup>
      <SettingsGroup name={i18n.t('diagnostics.bundle')}>
        <p className={styles.line}>{i18n.t('diagnostics.bundleLine')}</p>
        {(['settings', 'log'] as const).map((part) => (
          <SettingsRow
            key={part}
            name={i18n.t(part === 'log' ? 'diagnostics.withLog' : 'diagnostics.withSettings')}
            line={i18n.t(part === 'log' ? 'diagnostics.withLogLine' : 'diagnostics.withSettingsLine')}
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
            name={i18n.t('diagnostics.withRecording', { name: makeVisible(name) })}
            line={i18n.t('diagnostics.withRecordingLine', { size: byteSize(bytes, i18n.locale) })}
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
            <h3 className={styles.previewName}>{i18n.t('diagnostics.preview')}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
            <section className={styles.text} tabIndex={0} aria-label={i18n.t('diagnostics.preview')} data-bundle>
              <pre>{visibleLines(bundle.text)}</pre>
            </section>
            <div className={styles.foot}>
              <span className={styles.size}>
                {i18n.t('diagnostics.previewSize', { size: byteSize(new Blob([bundle.text]).size, i18n.locale) })}
              </span>
              <Button look="ink" onClick={save}>
                {i18n.t('diagnostics.save')}
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

function FindingLine({ finding: { check, state, words: message } }: { readonly finding: Finding }) {
  const i18n = useI18n()
  const Mark = MARKS[state]
  return (
    <li className={styles.finding} data-check={check} data-state={state}>
      <span className={styles[state]}>
        <Mark size={16} strokeWidth={1.75} aria-hidden />
        <span className="visually-hidden">{i18n.t(`diagnostics.state.${state}`)}</span>
      </span>
      <span className={styles.check}>{i18n.t(`diagnostics.check.${check}`)}</span>
      <span className={styles.message}>{makeVisible(displayText(message, i18n))}</span>
    </li>
  )
}
