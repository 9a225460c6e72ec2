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

/** The line above the entries of an audit trail as CSV (RFC 4180). */
export const auditCsvHeader = csvLine(columns, { delimiter: ',' })

/** The lines of these entries. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function auditCsvLines(entries: readonly AuditEntry[]): string {
  return entries
    .map(rowOf)
    .map((row) =>
      csvLine(
        columns.map((column) => row[column]),
        { delimiter: ',' },
      ),
    )
    .join('')
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
        rule: event.by?.kind === 'rule' ? `${event.by.number} ${modelText(event.by.name)}` : '',
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
    case 'sight':
      return {
        ...empty,
        what: event.what,
        by: event.program ?? event.by,
        reason: event.reason ?? '',
        result: JSON.stringify(shownIn(event)),
      }
    default:
      return assertNever(event, 'audit event')
  }
}

function shownIn({ source, frames, bytes }: Extract<AuditEvent, { readonly kind: 'sight' }>) {
  return { source, frames, bytes }
}
