import { Download, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type AuditCheck, auditKindSchema } from '../../../shared/audit/audit-entry'
import { makeVisible } from '../../../shared/text/make-visible'
import { useI18n } from '../../i18n/i18n-provider'
import { useApp, useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import { Select } from '../../ui/select'
import { AuditRow } from './audit-row'
import styles from './audit-section.module.css'
import { saveFile } from './save-file'
import { type AuditFilter, useAudit } from './use-audit'

const TYPES = { json: 'application/json', csv: 'text/csv' } as const

/** The audit trail: filtered, verified entry by entry, and exported as a file. */
export function AuditSection() {
  const i18n = useI18n()
  const { client, actions } = useServices()
  const tools = useApp((state) => state.tools)
  const [filter, setFilter] = useState<AuditFilter>({ toolName: '', kind: '' })
  const [refusal, setRefusal] = useState<string | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const { entries, check, hasMore, failure, more } = useAudit(filter)
  useEffect(() => void actions.readRules(), [actions])
  const exportAs = async (format: keyof typeof TYPES) => {
    const reply = await client.call('audit.export', { format })
    setRefusal(reply.ok ? null : reply.error.message)
    setSaved(reply.ok && reply.value.kind === 'saved' ? reply.value.fileName : null)
    if (reply.ok && reply.value.kind === 'text') saveFile(reply.value.fileName, TYPES[format], reply.value.text)
  }
  const names = [...new Set([...(tools ?? []).map((tool) => tool.name), ...(filter.toolName === '' ? [] : [filter.toolName])])]
  const problem = refusal ?? failure

  return (
    <div className={styles.audit}>
      <div className={styles.bar}>
        <Select
          value={filter.toolName}
          label={i18n.t('audit.tool')}
          choices={[{ value: '', label: i18n.t('audit.everyTool') }, ...names.map((value) => ({ value, label: value }))]}
          onChange={(toolName) => setFilter({ ...filter, toolName })}
        />
        <Select
          value={filter.kind}
          label={i18n.t('audit.kind')}
          choices={[
            { value: '', label: i18n.t('audit.everyKind') },
            ...auditKindSchema.options.map((value) => ({ value, label: i18n.t(`audit.kind.${value}`) })),
          ]}
          onChange={(kind) => setFilter({ ...filter, kind })}
        />
        <span className={styles.exports}>
          {(['json', 'csv'] as const).map((format) => (
            <Button key={format} onClick={() => void exportAs(format)}>
              <Download size={14} strokeWidth={2} aria-hidden />
              {i18n.t(`audit.export.${format}`)}
            </Button>
          ))}
        </span>
      </div>
      {check !== null && <CheckMark check={check} />}
      {saved !== null && (
        <p className={styles.check} role="status">
          {i18n.t('audit.saved', { fileName: makeVisible(saved) })}
        </p>
      )}
      {problem !== null && (
        <div role="alert">
          <Fault>{problem}</Fault>
        </div>
      )}
      {entries.length === 0 ? (
        <p className={styles.none}>{i18n.t('audit.none')}</p>
      ) : (
        <ol className={styles.entries}>
          {entries.map((entry) => (
            <AuditRow key={entry.number} entry={entry} />
          ))}
        </ol>
      )}
      {hasMore && <Button onClick={more}>{i18n.t('audit.more')}</Button>}
    </div>
  )
}

function CheckMark({ check: { entries, brokenAt } }: { readonly check: AuditCheck }) {
  const i18n = useI18n()
  if (brokenAt !== null) {
    return (
      <p className={`${styles.check} ${styles.broken}`} role="status">
        <ShieldAlert size={16} strokeWidth={1.75} aria-hidden />
        {i18n.t('audit.broken', { number: brokenAt })}
      </p>
    )
  }
  return (
    <p className={`${styles.check} ${styles.whole}`} role="status">
      <ShieldCheck size={16} strokeWidth={1.75} aria-hidden />
      {i18n.count('audit.whole', entries)}
    </p>
  )
}
