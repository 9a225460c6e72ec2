import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exportHistory } from '../../../src/main/history/export-history'
import { importHistory } from '../../../src/main/history/import-history'
import { MOST_CONVERSATIONS } from '../../../src/main/history/read-history-file'
import { atOnce } from '../../../src/main/lib/in-slices'
import type { Store } from '../../../src/main/storage/database/store'
import { type ArchivedConversation, historyFileSchema } from '../../../src/shared/history/archived-conversation'
import { countingIds } from '../../../src/shared/lib/ids'
import { happenings } from '../../support/arbitrary-happenings'
import { play } from '../../support/converter-script'
import { createFakeClock } from '../../support/fake-clock'
import { paymentQuestion } from '../../support/payment-approval'
import { emptyStore, keepPayment, keepThread } from '../../support/stored-worlds'

const clock = createFakeClock(Date.UTC(2026, 10, 27, 9, 41))
const parts = (store: Store) => ({ store, clock, locale: () => 'en-GB', timeZone: 'UTC' })
const jsonOf = (store: Store, conversationId: string | null = null) => atOnce(exportHistory(conversationId, 'json', parts(store))).text
const bytes = (text: string) => Buffer.from(text, 'utf8')
const bring = (text: string, store: Store) =>
  atOnce(importHistory([bytes(text)], { store, newId: (prefix) => `new-${prefix}`, onProgress: () => {} }))
const conversationsIn = (text: string) => historyFileSchema.parse(JSON.parse(text)).conversations

function world(): Store {
  const store = emptyStore(clock)
  keepThread(store, 'talk', play([{ type: 'user-text', text: '請求書を払って' }]))
  keepPayment(store, clock, 'talk', 'call-1')
  store.messages.save('talk', 'turn-9', {
    id: 'answer',
    role: 'assistant',
    metadata: { turnId: 'turn-9' },
    parts: [
      {
        type: 'dynamic-tool',
        toolName: 'process_payment',
        toolCallId: 'call-1',
        state: 'output-available',
        input: {},
        output: { status: 'paid' },
      },
      { type: 'text', text: 'Paid.', state: 'done' },
    ],
  })
  store.conversations.pin('talk', true)
  store.conversations.setReplyModality('talk', 'text')
  store.drafts.save('talk', 'and then')
  return store
}

describe('export and import', () => {
  test('a file that could not be imported again is not written: a message says so, and a single conversation can still be exported', () => {
    const store = world()
    keepThread(store, 'other', play([{ type: 'user-text', text: 'Another one' }], prefixed(7)))
    const largest = bytes(jsonOf(store, 'talk')).byteLength
    const sized = (conversationId: string | null, largestBytes: number) =>
      atOnce(exportHistory(conversationId, 'json', { ...parts(store), largestBytes })).text
    expect(() => sized(null, largest)).toThrow(expect.objectContaining({ code: 'export-too-large' }))
    expect(() => sized('talk', largest - 1)).toThrow(expect.objectContaining({ code: 'export-too-large' }))
    expect(sized('talk', largest)).toBe(jsonOf(store, 'talk'))
    expect(sized(null, bytes(jsonOf(store)).byteLength)).toBe(jsonOf(store))
  })

  test('many conversations are exported in a step each, as one JSON text with an indent of one', () => {
    const store = emptyStore(clock)
    expect(jsonOf(store)).toBe(`${JSON.stringify(JSON.parse(jsonOf(store)), null, 1)}\n`)
    for (let index = 0; index < 1_100; index++) store.conversations.create(`number-${index}`, `“${index}”\n{}`)
    const job = exportHistory(null, 'json', parts({ ...store, conversations: { ...store.conversations, list: () => [] } }))
    let steps = 0
    let step = job.next()
    while (step.done !== true) {
      steps += 1
      step = job.next()
    }
    expect(steps).toBe(1_100)
    const file = JSON.parse(step.value.text)
    expect(step.value.text).toBe(`${JSON.stringify(file, null, 1)}\n`)
    expect(file.conversations).toHaveLength(1_100)
  })

  test('what was exported, wiped and imported exports the same again, whatever was said', () => {
    fc.assert(
      fc.property(fc.array(happenings, { minLength: 1, maxLength: 3 }), fc.string(), (threads, draft) => {
        const before = emptyStore(clock)
        for (const [index, events] of threads.entries()) {
          keepThread(before, `conversation-${index}`, play(events, prefixed(index)))
          keepPayment(before, clock, `conversation-${index}`, `paid-${index}`)
          before.drafts.save(`conversation-${index}`, draft.replace(/[\0\p{Surrogate}]/gu, ''))
        }
        // an import closes open approvals, so it is compared after that
        const settled = emptyStore(clock)
        bring(jsonOf(before), settled)
        const after = emptyStore(clock)
        bring(jsonOf(settled), after)
        expect(jsonOf(after)).toBe(jsonOf(settled))
        expect(conversationsIn(jsonOf(settled)).map(saidIn)).toEqual(conversationsIn(jsonOf(before)).map(saidIn))
      }),
      { numRuns: 20 },
    )
  }, 60_000)

  test('everything that belongs to a conversation is imported unchanged, with times, decisions and verbatim contents', () => {
    const before = world()
    const after = emptyStore(clock)
    expect(bring(jsonOf(before), after)).toEqual({ conversationIds: ['talk'], messages: 2 })
    expect(jsonOf(after)).toBe(jsonOf(before))
    expect(after.conversations.get('talk')).toEqual(before.conversations.get('talk'))
    expect(after.messages.list('talk')).toEqual(before.messages.list('talk'))
    expect(after.modelContents.list('talk')).toEqual(before.modelContents.list('talk'))
    expect(after.approvals.ofConversation('talk')).toEqual(before.approvals.ofConversation('talk'))
    expect(after.approvals.ofConversation('talk')).toMatchObject([{ state: 'done', editedInput: { amount: 300 } }])
    expect(after.callDecisions.ofConversation('talk')).toEqual(before.callDecisions.ofConversation('talk'))
    expect(after.callDecisions.ofConversation('talk')).toHaveLength(1)
    expect(after.executions.list('talk')).toEqual(before.executions.list('talk'))
    expect(after.drafts.get('talk')).toBe('and then')
    expect(after.search.messages(['請求書'], 5, 5)).toMatchObject([{ conversationId: 'talk' }])
  })

  test('every branch is imported, the one on the screen too, and only that one is written as Markdown', () => {
    const before = emptyStore(clock)
    before.conversations.create('talk', 'Talk')
    const say = (turn: string, text: string) =>
      before.messages.save('talk', turn, { id: turn, role: 'user', parts: [{ type: 'text', text, state: 'done' }] })
    say('one', 'kept in both')
    say('two', 'the first way')
    before.branches.forkBefore('talk', 'two')
    say('three', 'the second way')
    const after = emptyStore(clock)
    bring(jsonOf(before), after)
    expect(jsonOf(after)).toBe(jsonOf(before))
    expect(after.messages.list('talk').map(({ id }) => id)).toEqual(['one', 'three'])
    expect(after.branches.forks('talk')).toEqual([{ after: 'one', branches: [0, 1], shown: 1 }])
    expect(atOnce(exportHistory('talk', 'markdown', parts(after))).text).not.toContain('the first way')
    expect(atOnce(exportHistory('talk', 'markdown', parts(after))).text).toContain('the second way')
    after.branches.show('talk', 0)
    expect(atOnce(exportHistory('talk', 'markdown', parts(after))).text).toContain('the first way')
  })

  test('next to its original it is imported under new ids, with the same content', () => {
    const store = world()
    const before = jsonOf(store, 'talk')
    const { conversationIds } = bring(before, store)
    expect(conversationIds).toEqual(['new-conversation'])
    expect(jsonOf(store, 'talk')).toBe(before)
    const copy = jsonOf(store, 'new-conversation')
    const renamed = before.replaceAll('"talk"', '"new-conversation"').replaceAll('"call-1"', '"new-call"')
    expect(copy).toBe(renamed.replaceAll('"approval-of-call-1"', '"new-approval"'))
    expect(copy).toContain('"new-approval"')
  })

  test('an approval that was open in the file can’t be answered or run here', () => {
    const before = world()
    before.approvals.insert({ ...openQuestion(), conversationId: 'talk', toolCallId: 'call-2', approvalId: 'open' })
    before.messages.save('talk', 'turn-9', {
      id: 'asking',
      role: 'assistant',
      parts: [
        {
          type: 'dynamic-tool',
          toolName: 'process_payment',
          toolCallId: 'call-2',
          state: 'approval-requested',
          input: {},
          approval: { id: 'open' },
        },
      ],
    })
    const after = emptyStore(clock)
    bring(jsonOf(before), after)
    expect(after.approvals.inState('requested')).toEqual([])
    expect(after.approvals.get('open')).toMatchObject({ state: 'withdrawn' })
    expect(after.messages.list('talk').at(-1)?.parts).toMatchObject([{ state: 'output-error', toolCallId: 'call-2' }])
  })
})

describe('a file that can’t be imported', () => {
  const good = jsonOf(world())
  const changed = (change: (file: ReturnType<typeof historyFileSchema.parse>) => unknown) => JSON.stringify(change(JSON.parse(good)))
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

  test('of the earlier format, with plain texts instead of messages, is read unchanged', () => {
    const store = emptyStore(clock)
    bring(good.replace('"version": 2', '"version": 1'), store)
    expect(store.conversations.list()).not.toEqual([])
  })

  test.each<[string, string, string]>([
    ['nothing', '', 'import-foreign'],
    ['half of a file', good.slice(0, good.length / 2), 'import-foreign'],
    ['something else', '{"format":"parley-audit","version":1}', 'import-foreign'],
    ['a list', '[]', 'import-foreign'],
    ['a comma too many', good.replace(/\]\s*\}\s*$/, ',]}'), 'import-foreign'],
    ['two lists of conversations', good.replace('{', '{"conversations": [],'), 'import-foreign'],
    ['a list of conversations by another spelling', good.replace('"conversations"', '"conversation\\u0073"'), 'import-broken'],
    ['much that is no conversation', good.replace('{', `{"more": "${'x'.repeat(100_000)}",`), 'import-foreign'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe]).toString('latin1'), 'import-foreign'],
    ['a newer format', good.replace('"version": 2', '"version": 3'), 'import-newer'],
    ['a format that is no number', good.replace('"version": 2', '"version": "2"'), 'import-foreign'],
    ['an older format that never was', good.replace('"version": 2', '"version": 0'), 'import-broken'],
    ['a field that nobody knows', good.replace('"pinnedAt"', '"owner": "me", "pinnedAt"'), 'import-broken'],
    ['a role that nobody has', good.replace('"role": "user"', '"role": "tool"'), 'import-broken'],
    ['a part that nobody knows', good.replace('"type": "text"', '"type": "html"'), 'import-broken'],
    ['a time that is none', good.replace(/"updatedAt": \d+/, '"updatedAt": 1e300'), 'import-broken'],
    ['a time between two milliseconds', good.replace(/"requestedAt": \d+/, '"requestedAt": 1.5'), 'import-broken'],
    [
      'the same conversation twice',
      changed((file) => ({ ...file, conversations: [file.conversations[0], file.conversations[0]] })),
      'import-broken',
    ],
    ['depths', good.replace('"draft"', `"depth": ${deep}, "draft"`), 'import-broken'],
    ['depths where JSON may be', good.replace('"contents": [', `"contents": [${deep},`), 'import-broken'],
  ])('%s is refused in one sentence, and none of it is imported', (_, text, code) => {
    const store = emptyStore(clock)
    store.conversations.create('mine', 'mine')
    expect(() => bring(text, store)).toThrow(expect.objectContaining({ code, message: expect.stringContaining('nothing was imported') }))
    expect(store.conversations.list().map(({ conversationId }) => conversationId)).toEqual(['mine'])
  })

  test('a good conversation before a bad one is not imported either', () => {
    const store = emptyStore(clock)
    const file = changed((one) => ({
      ...one,
      conversations: [
        { ...one.conversations[0], conversationId: 'good', approvals: [], decisions: [], executions: [] },
        {
          ...one.conversations[0],
          conversationId: 'bad',
          approvals: one.conversations[0]?.approvals.map((approval) => ({ ...approval, expiresAt: 0.5 })),
        },
      ],
    }))
    expect(() => bring(file, store)).toThrow(expect.objectContaining({ code: 'import-broken' }))
    expect(store.conversations.list()).toEqual([])
    expect(store.search.messages(['請求書'], 5, 5)).toEqual([])
  })

  test('keys that poison objects poison none', () => {
    const store = emptyStore(clock)
    const file = good.replace('"thoughtSignature"', '"__proto__": {"polluted": true}, "thoughtSignature"')
    bring(file, store)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})

function prefixed(index: number): (prefix: string) => string {
  const ids = countingIds()
  return (prefix) => `${index}-${ids(prefix)}`
}

/** The content of a conversation apart from what an import closes. */
function saidIn({ messages, approvals: _, ...rest }: ArchivedConversation): unknown {
  return {
    ...rest,
    messages: messages.map(({ message, ...place }) => ({
      ...place,
      message: {
        ...message,
        parts: message.parts.map((part) =>
          part.type === 'dynamic-tool' ? { toolCallId: part.toolCallId, toolName: part.toolName } : part,
        ),
      },
    })),
  }
}

function openQuestion() {
  const { questions: _, expiresInMs, ...question } = paymentQuestion()
  return {
    ...question,
    inputHash: '0'.repeat(64),
    editedInput: null,
    step: { index: 1, of: 1 },
    state: 'requested' as const,
    requestedAt: clock.now(),
    expiresAt: clock.now() + expiresInMs,
    decidedAt: null,
    reason: null,
  }
}

test('a file with too many conversations for one import is refused before it is read, and none of it is stored', () => {
  const store = emptyStore(clock)
  const file = { ...JSON.parse(jsonOf(world(), 'talk')), conversations: Array.from({ length: MOST_CONVERSATIONS + 1 }, () => 0) }
  expect(() => bring(JSON.stringify(file), store)).toThrow(expect.objectContaining({ code: 'import-too-many' }))
  expect(store.conversations.list()).toEqual([])
})
