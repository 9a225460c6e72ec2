import { createHash } from 'node:crypto'
import { auditCsvHeader, auditCsvLines } from '../../../shared/audit/audit-csv'
import type { AuditCheck, AuditEntry, AuditEvent, AuditSubject } from '../../../shared/audit/audit-entry'
import { redactArguments } from '../../../shared/audit/redact-arguments'
import { assertNever } from '../../../shared/lib/assert-never'
import { canonicalJson } from '../../../shared/lib/canonical-json'
import type { Clock } from '../../../shared/lib/clock'
import { atOnce, type Job } from '../../lib/in-slices'
import type { AuditFilter, AuditTable } from '../../storage/database/audit-table'

/** The keys of a tool's arguments and results whose values must not be stored. */
export interface SecretKeys {
  readonly secretArguments: readonly string[]
  readonly secretResults: readonly string[]
}

/** Dependencies of the audit trail. */
export interface AuditTrailOptions {
  readonly table: AuditTable
  readonly clock: Clock
  /** Null for a tool that does not exist: none of its arguments are known to be secret. */
  secretsOf(toolName: string): SecretKeys | null
}

/** The history of every call, in order. Entries are added and never changed; each contains the hash of the previous one. */
export interface AuditTrail {
  /** Adds an entry. Called in the same transaction as the change it records, so that both are stored or neither. */
  record(subject: AuditSubject, event: AuditEvent): void
  /** Newest first. */
  list(filter: AuditFilter, limit: number): readonly AuditEntry[]
  /** Reads the whole trail and finds the first entry that was changed, inserted or removed. */
  verify(): AuditCheck
  /**
   * Does the same page by page, yielding to other work in between. Verified entries are not read again as long as only this program
   * wrote to the file: the database refuses this program any change to them.
   */
  check(): Promise<AuditCheck>
  /** The trail was erased and starts again. */
  begunAnew(): void
  /** The trail as a file, in a step for each page. As JSON it says whether the trail is valid. */
  export(format: 'json' | 'csv'): Job<AuditFile>
}

/** A trail to save. */
export interface AuditFile {
  readonly fileName: string
  readonly text: string
}

/** The hash before the first entry. */
const BEGINNING = '0'.repeat(64)
const PAGE = 500

/** The last verified entry. */
interface Proven {
  readonly number: number
  readonly hash: string
  readonly version: number
}

/** How far a walk along the trail got. */
interface Walked extends Pick<Proven, 'number' | 'hash'> {
  readonly brokenAt: number | null
}

const beginning = { number: 0, hash: BEGINNING }

/** sha-256 (hex) over the hash of the previous entry and the canonical JSON of this one. */
export function auditHash({ number, at, subject, event, previousHash }: Omit<AuditEntry, 'hash'>): string {
  const body = canonicalJson({ number, at, subject: { ...subject }, event: { ...event } })
  return createHash('sha256').update(previousHash, 'utf8').update(body, 'utf8').digest('hex')
}

export function createAuditTrail({ table, clock, secretsOf }: AuditTrailOptions): AuditTrail {
  /** The last verified entry, with the state of the file at that time. */
  let proven: Proven | null = null
  let checking: Promise<AuditCheck> | null = null

  /** Continues from a verified entry to the last one of now, and yields after every page. */
  function* steps(from: Pick<Proven, 'number' | 'hash'>): Generator<undefined, Walked> {
    const [last, highest] = [table.lastNumber(), table.highestNumber()]
    let previousHash = from.hash
    let { number } = from
    while (number < last) {
      const page = table.from(number + 1, Math.min(PAGE, last - number))
      for (const entry of page) {
        // an unreadable entry was not written in that form
        const fits = entry?.number === number + 1 && entry.previousHash === previousHash && entry.hash === auditHash(entry)
        if (!fits) return { number, hash: previousHash, brokenAt: number + 1 }
        number = entry.number
        previousHash = entry.hash
      }
      if (page.length === 0) break
      yield
    }
    return { number, hash: previousHash, brokenAt: highest === number ? null : number + 1 }
  }

  function* wholeCheck(): Job<AuditCheck> {
    const { number, brokenAt } = yield* steps(beginning)
    return { entries: number, brokenAt }
  }

  /** The texts of the pages with the readable entries up to this number. */
  function* pageTexts(end: number, textOf: (page: readonly AuditEntry[]) => string): Job<readonly string[]> {
    const texts: string[] = []
    let last: number | null = 0
    while (last !== null && last < end) {
      const page = table.readable(last, PAGE)
      texts.push(textOf(page.entries.filter(({ number }) => number <= end)))
      last = page.last
      yield
    }
    return texts.filter((text) => text !== '')
  }

  function* jsonText(): Job<string> {
    const check = yield* wholeCheck()
    // what is recorded meanwhile was not checked
    const end = check.brokenAt === null ? check.entries : table.highestNumber()
    const entries = yield* pageTexts(end, (page) => page.map((entry) => indented(entry)).join(',\n'))
    const before = JSON.stringify({ format: 'parley-audit', version: 1, check, entries: [] }, null, 2).replace(/\[\]\n\}$/, '')
    return entries.length === 0 ? `${before}[]\n}\n` : `${before}[\n${entries.join(',\n')}\n  ]\n}\n`
  }

  function* csvText(): Job<string> {
    const lines = yield* pageTexts(table.highestNumber(), auditCsvLines)
    return [auditCsvHeader, ...lines].join('')
  }

  async function checkNew(): Promise<AuditCheck> {
    const version = table.outsideChanges()
    const walk = steps(proven?.version === version ? proven : beginning)
    let step = walk.next()
    while (step.done !== true) {
      await new Promise<void>((resolve) => setImmediate(resolve))
      step = walk.next()
    }
    const { number, hash, brokenAt } = step.value
    proven = brokenAt === null ? { number, hash, version } : null
    return { entries: number, brokenAt }
  }

  function check(): Promise<AuditCheck> {
    checking ??= checkNew().finally(() => {
      checking = null
    })
    return checking
  }

  return {
    record(subject, event) {
      const entry = {
        number: table.highestNumber() + 1,
        at: clock.now(),
        subject: storable(subject),
        event: redacted(event, secretsOf(subject.toolName)),
        previousHash: table.lastHash() ?? BEGINNING,
      }
      table.append({ ...entry, hash: auditHash(entry) })
    },
    list: (filter, limit) => table.list(filter, limit),
    verify: () => atOnce(wholeCheck()),
    check,
    begunAnew() {
      proven = null
    },
    *export(format) {
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      const text = format === 'csv' ? yield* csvText() : yield* jsonText()
      return { fileName: `parley-audit-${day}.${format}`, text }
    },
  }
}

/** An entry as it stands in the list of the whole file. */
function indented(entry: AuditEntry): string {
  return `    ${JSON.stringify(entry, null, 2).replaceAll('\n', '\n    ')}`
}

/** The subject in the form that the database returns: names and ids come from outside, and half a character or a zero would be lost. */
function storable({ conversationId, toolCallId, toolName, approvalId }: AuditSubject): AuditSubject {
  const kept = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '␀')
  return {
    conversationId: kept(conversationId),
    toolCallId: kept(toolCallId),
    toolName: kept(toolName),
    approvalId: approvalId === null ? null : kept(approvalId),
  }
}

function redacted(event: AuditEvent, secrets: SecretKeys | null): AuditEvent {
  const secretArguments = secrets?.secretArguments ?? []
  switch (event.kind) {
    case 'requested':
      return { ...event, input: redactArguments(event.input, secretArguments) }
    case 'decided':
      return { ...event, editedInput: event.editedInput === null ? null : redactArguments(event.editedInput, secretArguments) }
    case 'executed':
      return { ...event, result: event.result === null ? null : redactArguments(event.result, secrets?.secretResults ?? []) }
    case 'client':
    case 'sight':
      return event
    default:
      return assertNever(event, 'audit event')
  }
}
