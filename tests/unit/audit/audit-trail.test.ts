import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { atOnce } from '../../../src/main/lib/in-slices'
import { openStore, STORE_FILE } from '../../../src/main/storage/database/open-store'
import { createAuditTrail } from '../../../src/main/tool-calls/audit/audit-trail'
import { auditCsvLines } from '../../../src/shared/audit/audit-csv'
import type { AuditEvent } from '../../../src/shared/audit/audit-entry'
import type { JsonObject } from '../../../src/shared/lib/json'
import { z } from '../../../src/shared/lib/zod'
import { createFakeClock } from '../../support/fake-clock'
import { tempFolder } from '../../support/temp-folder'

const subject = { conversationId: 'conversation-1', toolCallId: 'call-1', toolName: 'write_note', approvalId: null }
const requested: AuditEvent = { kind: 'requested', risk: 'low', input: { title: 'Rent', text: 'my password', list: [{ text: 'inner' }] } }
const denied: Extract<AuditEvent, { kind: 'decided' }> = {
  kind: 'decided',
  decision: 'denied',
  by: { kind: 'user' },
  reason: '=HYPERLINK("http://evil.example","click")',
  editedInput: null,
  rememberedRuleId: null,
}
const executed: AuditEvent = {
  kind: 'executed',
  outcome: 'done',
  result: { stored: true, text: 'my password' },
  errorText: null,
  durationMs: 38,
}

function trailOver(folder = tempFolder()) {
  const clock = createFakeClock(Date.UTC(2026, 10, 27))
  const opened = openStore(folder, { clock, unreadable: () => {} })
  if (!opened.ok) throw new Error(opened.error.message)
  const { store } = opened.value
  const read: number[] = []
  const trail = createAuditTrail({
    table: {
      ...store.audit,
      from(number, limit) {
        read.push(number)
        return store.audit.from(number, limit)
      },
    },
    clock,
    secretsOf: (toolName) => (toolName === 'write_note' ? { secretArguments: ['text'], secretResults: ['text'] } : null),
  })
  return { trail, store, folder, clock, pages: () => read }
}

/** Three entries in a closed file, changed outside the app, and the trail over it. */
function afterTampering(...statements: readonly string[]) {
  const { trail, store, folder } = trailOver()
  for (const event of [requested, denied, executed]) trail.record(subject, event)
  store.close()
  const file = new Database(join(folder, STORE_FILE))
  for (const trigger of ['auditEntriesStay', 'auditEntriesAreFinal']) file.exec(`DROP TRIGGER ${trigger}`)
  for (const statement of statements) file.exec(statement)
  file.close()
  return trailOver(folder).trail
}

describe('the audit trail', () => {
  test('stores events in order, returns them newest first, and is valid', () => {
    const { trail } = trailOver()
    for (const event of [requested, denied, executed]) trail.record(subject, event)
    expect(trail.list({}, 10).map(({ number, event }) => [number, event.kind])).toEqual([
      [3, 'executed'],
      [2, 'decided'],
      [1, 'requested'],
    ])
    expect(trail.verify()).toEqual({ entries: 3, brokenAt: null })
  })

  test('stores no value of a secret argument or result, at any depth', () => {
    const { trail, store, folder } = trailOver()
    for (const event of [requested, executed]) trail.record(subject, event)
    expect(JSON.stringify(trail.list({}, 10))).not.toContain('my password')
    expect(trail.list({ kind: 'requested' }, 1)[0]?.event).toEqual({
      kind: 'requested',
      risk: 'low',
      input: { title: 'Rent', text: '[not kept]', list: [{ text: '[not kept]' }] },
    })
    store.close()
    expect(JSON.stringify(atOnce(trailOver(folder).trail.export('json')))).not.toContain('my password')
  })

  test('cuts long values and says how long they were', () => {
    const { trail } = trailOver()
    trail.record(subject, { kind: 'requested', risk: null, input: { title: 'x'.repeat(5000) } })
    const [entry] = trail.list({}, 1)
    expect(entry?.event).toMatchObject({ input: { title: `${'x'.repeat(2000)}… (5000 in all)` } })
  })

  test('is filtered by tool, kind, conversation and page', () => {
    const { trail } = trailOver()
    for (const event of [requested, denied, executed]) trail.record(subject, event)
    trail.record({ ...subject, toolName: 'read_note', conversationId: 'conversation-2' }, requested)
    expect(trail.list({ toolName: 'read_note' }, 10)).toHaveLength(1)
    expect(trail.list({ kind: 'requested' }, 10)).toHaveLength(2)
    expect(trail.list({ conversationId: 'conversation-1' }, 2).map(({ number }) => number)).toEqual([3, 2])
    expect(trail.list({ conversationId: 'conversation-1', before: 2 }, 2).map(({ number }) => number)).toEqual([1])
  })

  test('can’t be changed or shortened through its database', () => {
    const { trail, store, folder } = trailOver()
    trail.record(subject, requested)
    store.close()
    const file = new Database(join(folder, STORE_FILE))
    expect(() => file.exec("UPDATE audit_entries SET toolName = 'other'")).toThrow('only grows')
    expect(() => file.exec('DELETE FROM audit_entries')).toThrow('only grows')
    file.close()
  })

  test.each([
    ['an entry that was changed', "UPDATE audit_entries SET event = replace(event, 'denied', 'allowed') WHERE number = 2", 2],
    ['a time that was changed', 'UPDATE audit_entries SET at = at + 1 WHERE number = 3', 3],
    ['an entry that can’t be read', "UPDATE audit_entries SET event = '{' WHERE number = 1", 1],
    ['an entry that was taken out', 'DELETE FROM audit_entries WHERE number = 2', 2],
    ['a last entry that was taken out', 'DELETE FROM audit_entries WHERE number = 3', 3],
    ['entries that changed places', 'UPDATE audit_entries SET number = CASE number WHEN 1 THEN 90 ELSE number END', 1],
  ])('shows %s', async (_, statement, brokenAt) => {
    expect(afterTampering(statement).verify().brokenAt).toBe(brokenAt)
    expect((await afterTampering(statement).check()).brokenAt).toBe(brokenAt)
  })

  test.each([2, 3])('continues after entry %i was made unreadable, and shows and exports the others', (number) => {
    const trail = afterTampering(`UPDATE audit_entries SET event = 'x' WHERE number = ${number}`)
    trail.record(subject, requested)
    const others = [4, 3, 2, 1].filter((one) => one !== number)
    expect(trail.list({}, 10).map((entry) => entry.number)).toEqual(others)
    expect(trail.verify()).toEqual({ entries: number - 1, brokenAt: number })
    expect(JSON.parse(atOnce(trail.export('json')).text)).toMatchObject({
      check: { brokenAt: number },
      entries: others.toReversed().map(() => ({})),
    })
    expect(atOnce(trail.export('csv')).text.trimEnd().split('\r\n')).toHaveLength(4)
  })

  test('is valid with any names, ids and argument keys from outside', () => {
    const { trail, store, folder } = trailOver()
    const input: JsonObject = JSON.parse('{"__proto__":{"amount":1},"list":[{"__proto__":2}],"zero":-0,"half":"\\ud83d"}')
    for (const text of ['half \ud83d', 'zero \0 end', '__proto__', '\udc00\ufffd']) {
      trail.record({ conversationId: text, toolCallId: text, toolName: text, approvalId: text }, { kind: 'requested', risk: null, input })
    }
    store.close()
    const again = trailOver(folder).trail
    expect(again.verify()).toEqual({ entries: 4, brokenAt: null })
    expect(again.list({ toolName: 'zero ␀ end' }, 1)[0]?.event).toMatchObject({ input: { '[__proto__]': { amount: 1 } } })
  })

  test('is valid after an unchanged file was opened again', () => {
    expect(afterTampering().verify()).toEqual({ entries: 3, brokenAt: null })
  })

  test('removes an entry together with the change it records, on a rollback', () => {
    const { trail, store } = trailOver()
    trail.record(subject, requested)
    expect(() =>
      store.durably(() => {
        trail.record(subject, executed)
        throw new Error('the disk is full')
      }),
    ).toThrow('disk')
    trail.record(subject, denied)
    expect(trail.verify()).toEqual({ entries: 2, brokenAt: null })
  })

  test('of many entries is read page by page', () => {
    const { trail, store } = trailOver()
    store.durably(() => {
      for (let count = 0; count < 1203; count += 1) trail.record(subject, executed)
    })
    expect(trail.verify()).toEqual({ entries: 1203, brokenAt: null })
    expect(atOnce(trail.export('csv')).text.trimEnd().split('\r\n')).toHaveLength(1204)
  })

  test('is checked without blocking other work, once for all simultaneous callers', async () => {
    const { trail, pages, store } = trailOver()
    store.durably(() => {
      for (let count = 0; count < 1203; count += 1) trail.record(subject, executed)
    })
    let turns = 0
    const work = (): void => {
      turns += 1
      if (turns < 100) setImmediate(work)
    }
    setImmediate(work)
    const [first, second] = await Promise.all([trail.check(), trail.check()])
    expect(turns).toBeGreaterThanOrEqual(3)
    expect([first, second]).toEqual(Array.from({ length: 2 }, () => ({ entries: 1203, brokenAt: null })))
    expect(pages()).toEqual([1, 501, 1001])
  })

  test('that was valid is checked from there on, and again from the start after another program wrote to the file', async () => {
    const { trail, pages, folder } = trailOver()
    for (const event of [requested, denied]) trail.record(subject, event)
    expect(await trail.check()).toEqual({ entries: 2, brokenAt: null })
    trail.record(subject, executed)
    expect(await trail.check()).toEqual({ entries: 3, brokenAt: null })
    expect(pages()).toEqual([1, 3])
    const file = new Database(join(folder, STORE_FILE))
    file.exec('DROP TRIGGER auditEntriesAreFinal')
    file.exec('DROP TRIGGER auditEntriesStay')
    file.exec('UPDATE audit_entries SET at = at + 1 WHERE number = 1')
    file.close()
    expect(await trail.check()).toEqual({ entries: 0, brokenAt: 1 })
    expect(await trail.check()).toEqual({ entries: 0, brokenAt: 1 })
  })
})

describe('an export', () => {
  test.each(['json', 'csv'] as const)('as %s is made in a step for each page, and has what was recorded before it', (format) => {
    const { trail, store } = trailOver()
    store.durably(() => {
      for (let count = 0; count < 1203; count += 1) trail.record(subject, executed)
    })
    const job = trail.export(format)
    let steps = 0
    let step = job.next()
    for (; step.done !== true; step = job.next()) {
      steps += 1
      trail.record(subject, denied)
    }
    // as JSON it is checked first
    expect(steps).toBeGreaterThanOrEqual((format === 'json' ? 2 : 1) * Math.ceil(1203 / 500))
    const { text } = step.value
    if (format === 'csv') expect(text.trimEnd().split('\r\n')).toHaveLength(1204)
    else {
      const { check, entries } = z.object({ check: z.object({ entries: z.number() }), entries: z.array(z.json()) }).parse(JSON.parse(text))
      expect(entries).toHaveLength(check.entries)
      expect(`${JSON.stringify(JSON.parse(text), null, 2)}\n`).toBe(text)
    }
  })

  test('as JSON contains every entry with its hashes, and whether they are valid', () => {
    const { trail } = trailOver()
    for (const event of [requested, denied]) trail.record(subject, event)
    const { fileName, text } = atOnce(trail.export('json'))
    expect(fileName).toBe('parley-audit-2026-11-27.json')
    expect(JSON.parse(text)).toMatchObject({
      format: 'parley-audit',
      version: 1,
      check: { entries: 2, brokenAt: null },
      entries: [{ number: 1, previousHash: '0'.repeat(64) }, { number: 2 }],
    })
  })

  test('as CSV has a header, one line per entry, and quotes what needs it', () => {
    const { trail } = trailOver()
    for (const event of [requested, executed]) trail.record(subject, event)
    const [header, first, second] = atOnce(trail.export('csv')).text.split('\r\n')
    expect(header).toMatch(/^number,time,kind,tool,what,by,rule,reason,input,result,durationMs,/u)
    expect(first).toContain('1,2026-11-27T00:00:00.000Z,requested,write_note,low,')
    expect(first).toContain('"{""title"":""Rent""')
    expect(second).toContain(',38,')
  })

  test.each(['=1+1', '+1+A1', '-1-A1', '@SUM(A1)', '\t=1', ' =1'])(
    'as CSV has no cell that a spreadsheet takes for a formula: %s',
    (reason) => {
      const { trail } = trailOver()
      trail.record(subject, { ...denied, reason })
      expect(auditCsvLines(trail.list({}, 1))).toMatch(/,"?'[\s=+\-@]/u)
    },
  )
})
