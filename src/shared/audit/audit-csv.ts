import { csvLine } from '../data/csv-text'
import { assertNever } from '../lib/assert-never'
import { modelText } from '../messages/message'
import type { AuditEntry, AuditEvent } from './audit-entry'

const columns = [
  'number',
  'time',
  'kind',
  'tool',
  'what',
  'by',
  'rule',
  'reason',
  'input',
  'result',
  'durationMs',
  'conversationId',
  'toolCallId',
  'approvalId',
  'previousHash',
  'hash',
] as const
type Row = { readonly [Column in (typeof columns)[number]]: string }

/**
 * The audit trail as CSV (RFC 4180, with a header). A cell that a spreadsheet would take for a formula begins with an
 * apostrophe.
 */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map(rowOf).map((row) => columns.map((column) => row[column]))
  return [columns, ...rows].map((cells) => csvLine(cells, { delimiter: ',' })).join('')
}

function rowOf({ number, at, subject, event, previousHash, hash }: AuditEntry): Row {
  return {
    number: String(number),
    time: new Date(at).toISOString(),
    kind: event.kind,
    tool: subject.toolName,
    ...eventCells(event),
    conversationId: subject.conversationId,
    toolCallId: subject.toolCallId,
    approvalId: subject.approvalId ?? '',
    previousHash,
    hash,
  }
}

function eventCells(event: AuditEvent): Pick<Row, 'what' | 'by' | 'rule' | 'reason' | 'input' | 'result' | 'durationMs'> {
  const empty = { what: '', by: '', rule: '', reason: '', input: '', result: '', durationMs: '' }
  switch (event.kind) {
    case 'requested':
      return { ...empty, what: event.risk ?? '', input: JSON.stringify(event.input) }
    case 'decided':
      return {
        ...empty,
        what: event.decision,
        by: event.by?.kind === 'client' ? `client ${event.by.name}` : (event.by?.kind ?? ''),
        rule: event.by?.kind === 'rule' ? `${event.by.number} ${event.by.name.en}` : '',
        reason: modelText(event.reason ?? ''),
        input: event.editedInput === null ? '' : JSON.stringify(event.editedInput),
      }
    case 'executed':
      return {
        ...empty,
        what: event.outcome,
        reason: modelText(event.errorText ?? ''),
        result: event.result === null ? '' : JSON.stringify(event.result),
        durationMs: event.durationMs === null ? '' : String(event.durationMs),
      }
    case 'client':
      return { ...empty, what: event.what, by: event.name, reason: [...event.scopes, ...event.origins].join(' ') }
    default:
      return assertNever(event, 'audit event')
  }
}
