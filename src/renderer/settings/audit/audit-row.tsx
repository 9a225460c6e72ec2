import { useId, useState } from 'react'
import type { AuditEntry } from '../../../shared/audit/audit-entry'
import type { JsonObject } from '../../../shared/lib/json'
import { makeVisible } from '../../../shared/text/make-visible'
import { ArgumentBox } from '../../approval/argument-box'
import { useI18n } from '../../i18n/i18n-provider'
import { momentOf } from '../../ui/format'
import { TurningChevron } from '../../ui/turning-chevron'
import styles from './audit-section.module.css'
import { auditText } from './audit-text'

/** One entry: number, tool, event and time; opens to its data and its hashes. */
export function AuditRow({ entry }: { readonly entry: AuditEntry }) {
  const i18n = useI18n()
  const id = useId()
  const [open, setOpen] = useState(false)
  const { toolName } = entry.subject
  return (
    <li className={styles.entry} data-entry={entry.number}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.number}>{entry.number}</span>
        <span className={styles.words}>
          {toolName !== '' && <code>{makeVisible(toolName)}</code>} {auditText(entry, i18n)}
        </span>
        <time className={styles.time} dateTime={new Date(entry.at).toISOString()}>
          {momentOf(entry.at, i18n.locale)}
        </time>
        <TurningChevron open={open} />
      </button>
      {open && (
        <div id={id} className={styles.details}>
          {dataOf(entry).map(({ name, data }) => (
            <section key={name}>
              <h2 className={styles.detailName}>{i18n.t(name)}</h2>
              <ArgumentBox input={data} />
            </section>
          ))}
          <section>
            <h2 className={styles.detailName}>{i18n.t('audit.hash')}</h2>
            <code className={styles.hash}>{entry.hash}</code>
          </section>
        </div>
      )}
    </li>
  )
}

type DataName = 'tool.arguments' | 'tool.editedArguments' | 'tool.output'

function dataOf({ event }: AuditEntry): readonly { readonly name: DataName; readonly data: JsonObject }[] {
  if (event.kind === 'requested') return [{ name: 'tool.arguments', data: event.input }]
  if (event.kind === 'decided') return event.editedInput === null ? [] : [{ name: 'tool.editedArguments', data: event.editedInput }]
  if (event.kind === 'client' || event.kind === 'sight') return []
  return event.result === null ? [] : [{ name: 'tool.output', data: event.result }]
}
