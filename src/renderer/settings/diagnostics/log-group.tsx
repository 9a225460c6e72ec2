import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { LogEntry, LogLevel } from '../../../shared/diagnostics/diagnosis'
import type { CallReply } from '../../../shared/ipc/contract'
import { makeVisible } from '../../../shared/text/make-visible'
import { useI18n } from '../../i18n/i18n-provider'
import { useServices } from '../../state/context'
import fields from '../../ui/field.module.css'
import { momentOf } from '../../ui/format'
import { Select } from '../../ui/select'
import { SettingsGroup } from '../settings-group'
import styles from './diagnostics.module.css'
import { fittingLines } from './fitting-lines'
import { visibleLines } from './visible-lines'

const LEVELS = ['info', 'warn', 'error'] as const

/** Parley's log, newest line first: filtered by severity and by text. */
export function LogGroup() {
  const i18n = useI18n()
  const { client } = useServices()
  const [log, setLog] = useState<CallReply<'log.read'> | null>(null)
  const [level, setLevel] = useState<LogLevel>('info')
  const [wanted, setWanted] = useState('')
  const scroller = useRef<HTMLElement>(null)
  useEffect(() => {
    void client.call('log.read', null).then((reply) => {
      if (reply.ok) setLog(reply.value)
    })
  }, [client])
  const shown = useMemo(() => fittingLines(log?.entries ?? [], level, wanted), [log, level, wanted])
  const lines = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 24,
    overscan: 12,
  })
  return (
    <SettingsGroup name={i18n.t('diagnostics.log')}>
      <div className={styles.bar}>
        <input
          type="search"
          className={fields.field}
          placeholder={i18n.t('diagnostics.logFilter')}
          aria-label={i18n.t('diagnostics.logFilter')}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <Select<LogLevel>
          value={level}
          label={i18n.t('diagnostics.logLevel')}
          choices={LEVELS.map((value) => ({ value, label: i18n.t(`diagnostics.level.${value}`) }))}
          onChange={setLevel}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section ref={scroller} className={styles.log} tabIndex={0} aria-label={i18n.t('diagnostics.logRegion')}>
        <div className={styles.lines} style={{ height: lines.getTotalSize() }}>
          {lines.getVirtualItems().map(({ index, start }) => {
            const entry = shown[index]
            return (
              <div
                key={index}
                ref={lines.measureElement}
                data-index={index}
                className={styles.logLine}
                style={{ transform: `translateY(${start}px)` }}
              >
                {entry !== undefined && <Line entry={entry} />}
              </div>
            )
          })}
        </div>
        {log !== null && shown.length === 0 && (
          <p className={styles.none}>{i18n.t(log.entries.length === 0 ? 'diagnostics.logEmpty' : 'diagnostics.logNone')}</p>
        )}
      </section>
      <div className={styles.foot}>
        <span className={styles.size} role="status">
          {i18n.count('diagnostics.logLines', shown.length)} {log?.more === true && i18n.t('diagnostics.logOlder')}
        </span>
      </div>
    </SettingsGroup>
  )
}

function Line({ entry: { at, level, event, facts } }: { readonly entry: LogEntry }) {
  const i18n = useI18n()
  const factTexts = Object.entries(facts).map(([name, value]) => `${name}=${String(value)}`)
  return (
    <>
      <time className={styles.time} dateTime={at}>
        {momentOf(Date.parse(at), i18n.locale)}
      </time>
      <span className={`${styles.event} ${styles[level] ?? ''}`}>{makeVisible(event)}</span>
      <span className={styles.facts}>{visibleLines(factTexts.join(' '))}</span>
    </>
  )
}
