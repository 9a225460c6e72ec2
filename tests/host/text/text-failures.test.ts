import { describe, expect, test } from 'vitest'
import { chunk, finish, says, textRecording, words } from '../../support/text-recording'
import { textRigs } from '../../support/text-rigs'

const start = textRigs()
const pieces = ['One ', 'two ', 'three ', 'four ', 'five.']
const whole = pieces.join('')
const count = textRecording([words, ...pieces.map(says), finish()])
const thinking = textRecording([words, chunk({ text: 'Hm.', thought: true }), ...pieces.map(says), finish()])

/** Only silence is waited out; an answer that comes late on a busy computer must not be taken for it. */
const patienceFor = (fault: string) => (fault === 'text-stall' ? { firstChunkMs: 2000, idleMs: 2000 } : {})

/** Every incomplete ending of a stream (live-spec §5). */
const broken = [
  ['text-error-midway', 'service-overloaded', 'HTTP 503 UNAVAILABLE'],
  ['text-raw-error-midway', 'service-failed', 'HTTP 500 INTERNAL'],
  ['text-cut-off', 'service-failed', 'before it was whole'],
  ['text-cut-inside', 'protocol', 'Incomplete JSON segment'],
  ['text-garbled', 'protocol', 'JSON'],
  ['text-lost', 'unreachable', 'terminated'],
  ['text-stall', 'timeout', 'nothing came'],
] as const

describe('an answer that breaks off', () => {
  test.each(broken)(
    'with %s keeps its text so far, is not requested again by itself, and is complete after a retry',
    async (fault, cause, detail) => {
      const rig = await start({ fixture: count, faults: [fault], limits: patienceFor(fault) })
      rig.say('Count')
      await rig.until(() => rig.session.state().phase === 'failed')
      expect(rig.session.state()).toMatchObject({ phase: 'failed', cause, detail: expect.stringContaining(detail) })
      expect(rig.answer()).toBe('One two three ')
      expect(rig.messages().at(-1)?.metadata).toMatchObject({ truncated: true })
      expect(rig.requests()).toHaveLength(1)
      expect(rig.ends).toEqual(['cut'])

      rig.session.retry()
      await rig.until(() => rig.ends.length === 2)
      expect(rig.ends).toEqual(['cut', 'done'])
      expect(rig.session.state().phase).toBe('ready')
      expect(rig.answer()).toBe(whole)
      expect(rig.messages().map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant'])
      expect(rig.requests().at(-1)?.contents).toEqual([{ role: 'user', parts: [{ text: 'Count' }] }])

      rig.say('Again')
      await rig.until(() => rig.ends.length === 3)
      expect(rig.requests().at(-1)?.contents).toEqual([
        { role: 'user', parts: [{ text: 'Count' }] },
        { role: 'model', parts: [{ text: whole }] },
        { role: 'user', parts: [{ text: 'Again' }] },
      ])
    },
  )

  test.each(broken)('with %s before its first word is requested again by itself, and the user only sees the wait', async (fault) => {
    const rig = await start({ fixture: count, faults: [{ fault, set: { after: 0 } }], limits: patienceFor(fault) })
    rig.say('Count')
    await rig.until(() => rig.ends.length > 0)
    expect(rig.ends).toEqual(['done'])
    expect(rig.answer()).toBe(whole)
    expect(rig.messages()).toHaveLength(2)
    expect(rig.states.map(({ phase }) => phase)).toEqual(['ready', 'reconnecting', 'connecting', 'ready'])
  })

  test('while the model thinks is requested again as well: thoughts are no answer', async () => {
    const rig = await start({ fixture: thinking, faults: [{ fault: 'text-lost', set: { after: 1 } }] })
    rig.say('Count')
    await rig.until(() => rig.ends.length > 0)
    expect(rig.ends).toEqual(['done'])
    expect(rig.answer()).toBe(whole)
    expect(rig.messages()).toHaveLength(2)
    expect(rig.requests().at(-1)?.contents).toEqual([{ role: 'user', parts: [{ text: 'Count' }] }])
  })

  test('with no event at all is requested again', async () => {
    const rig = await start({ fixture: count, faults: ['text-no-body'] })
    rig.say('Count')
    await rig.until(() => rig.ends.length > 0)
    expect(rig.requests()).toHaveLength(2)
    expect(rig.answer()).toBe(whole)
  })
})

describe('an answer with an early finish reason', () => {
  const early = textRecording([words, { type: 'chunk', parts: [], more: { finishReason: 'STOP' } }, ...pieces.map(says), finish()])

  test.each([
    ['text-error-midway', 'service-overloaded'],
    ['text-raw-error-midway', 'service-failed'],
    ['text-lost', 'unreachable'],
    ['text-stall', 'timeout'],
  ] as const)('is not complete when %s follows it', async (fault, cause) => {
    const rig = await start({ fixture: early, faults: [{ fault, set: { after: 3 } }], limits: patienceFor(fault) })
    rig.say('Count')
    await rig.until(() => rig.ends.length > 0)
    expect(rig.session.state()).toMatchObject({ phase: 'failed', cause })
    expect(rig.ends).toEqual(['cut'])
    expect(rig.messages().map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(rig.answer()).toBe('One two ')
    expect(rig.messages().at(-1)?.metadata).toMatchObject({ truncated: true })
    rig.session.retry()
    await rig.until(() => rig.ends.includes('done'))
    expect(rig.answer()).toBe(whole)
  })

  test('is complete, in one message, when the stream ends normally', async () => {
    const rig = await start({ fixture: early, faults: [{ fault: 'text-cut-off', set: { after: 6 } }] })
    rig.say('Count')
    await rig.until(() => rig.ends.length > 0)
    expect(rig.ends).toEqual(['done'])
    expect(rig.answer()).toBe(whole)
    expect(rig.messages()).toHaveLength(2)
  })
})

describe('a request that fails', () => {
  test.each(['text-overloaded', 'text-internal', 'text-deadline', 'text-gateway', 'quota'] as const)(
    'with %s is made again by itself',
    async (fault) => {
      const rig = await start({ fixture: count, faults: [fault] })
      rig.say('Count')
      await rig.until(() => rig.ends.length > 0)
      expect(rig.requests()).toHaveLength(2)
      expect(rig.answer()).toBe(whole)
      expect(rig.states).toContainEqual(expect.objectContaining({ phase: 'reconnecting', attempt: 1, of: 4 }))
    },
  )

  test('waits as long as the service asks for', async () => {
    const rig = await start({ fixture: count, faults: [{ fault: 'text-minute-quota', set: { retryDelay: '0.3s' } }] })
    const before = Date.now()
    rig.say('Count')
    await rig.until(() => rig.states.some(({ phase }) => phase === 'reconnecting'))
    const waiting = rig.states.find((state) => state.phase === 'reconnecting')
    expect(waiting?.phase === 'reconnecting' ? waiting.nextTryAt - before : 0).toBeGreaterThanOrEqual(300)
    await rig.until(() => rig.ends.length > 0)
    expect(rig.answer()).toBe(whole)
  })

  test('is given up if the service asks for too long a wait', async () => {
    const rig = await start({ fixture: count, faults: [{ fault: 'text-minute-quota', set: { retryDelay: '3600s' } }] })
    rig.say('Count')
    await rig.until(() => rig.session.state().phase === 'failed')
    expect(rig.session.state()).toMatchObject({ cause: 'quota' })
    expect(rig.requests()).toHaveLength(1)
  })

  test('repeatedly is given up, and continues when the user says so', async () => {
    const rig = await start({ fixture: count, faults: [{ fault: 'text-overloaded', times: 5 }] })
    rig.say('Count')
    await rig.until(() => rig.session.state().phase === 'failed')
    expect(rig.session.state()).toMatchObject({ cause: 'service-overloaded', detail: expect.stringContaining('overloaded') })
    expect(rig.requests()).toHaveLength(5)
    rig.session.retry()
    await rig.until(() => rig.ends.includes('done'))
    expect(rig.answer()).toBe(whole)
    expect(rig.messages()).toHaveLength(2)
  })

  test.each([
    ['text-day-quota', 'quota'],
    ['text-key-leaked', 'key-refused'],
    ['key-not-valid', 'key-refused'],
    ['text-region', 'region'],
    ['model-unknown', 'model-unknown'],
  ] as const)('with %s is final: no other attempt, and the cause that names the button', async (fault, cause) => {
    const rig = await start({ fixture: count, faults: [{ fault, times: 1 }] })
    rig.say('Count')
    await rig.until(() => rig.session.state().phase === 'failed')
    expect(rig.session.state()).toMatchObject({ cause })
    expect(rig.states.map(({ phase }) => phase)).toEqual(['ready', 'failed'])
    expect(rig.ends).toEqual(['cut'])
    rig.session.retry()
    await rig.until(() => rig.ends.includes('done'))
    expect(rig.answer()).toBe(whole)
  })

  test('without a key is not made', async () => {
    const rig = await start({ fixture: count, setup: { apiKey: ' ' } })
    rig.say('Count')
    await rig.until(() => rig.session.state().phase === 'failed')
    expect(rig.session.state()).toMatchObject({ cause: 'key-missing' })
    expect(rig.requests()).toEqual([])
  })

  test('to an unreachable address is unreachable, and the key is nowhere', async () => {
    const rig = await start({
      fixture: count,
      setup: { apiKey: 'AIzaSecretSecretSecret', baseUrl: 'http://127.0.0.1:9' },
      limits: { tries: 1 },
    })
    rig.say('Count')
    await rig.until(() => rig.session.state().phase === 'failed')
    expect(rig.session.state()).toMatchObject({ cause: 'unreachable' })
    expect(JSON.stringify(rig.states)).not.toContain('SecretSecret')
  })

  test('because it is too long is made again with less history, and with the newest message', async () => {
    const rig = await start({ fixture: count, limits: { trimmedHistoryCharacters: 60 } })
    rig.say('Count')
    await rig.until(() => rig.ends.length === 1)
    await rig.close()
    const other = await start({
      fixture: count,
      faults: ['text-too-long'],
      messages: rig.messages(),
      limits: { trimmedHistoryCharacters: 60 },
    })
    other.say('And once more, please')
    await other.until(() => other.ends.length === 1)
    const [first, second] = other.requests().map(({ contents }) => contents)
    expect(first).toHaveLength(3)
    expect(second).toEqual([{ role: 'user', parts: [{ text: 'And once more, please' }] }])
    expect(other.answer()).toBe(whole)
  })

  test('because of an option that the model does not know is made again without options and tools', async () => {
    const rig = await start({ fixture: count, faults: ['text-option-refused'], setup: { googleSearch: true } })
    rig.say('Count')
    await rig.until(() => rig.ends.length > 0)
    expect(rig.answer()).toBe(whole)
    const [, second] = rig.requests()
    expect(second).not.toHaveProperty('toolConfig')
    expect(second).not.toHaveProperty('generationConfig.thinkingConfig')
    expect(second).not.toHaveProperty('tools')
  })

  test.each(['text-option-refused', 'text-too-long', 'text-overloaded', 'text-signatures-refused', 'text-empty'] as const)(
    'with %s asks Google not to store it, in every attempt',
    async (fault) => {
      const rig = await start({ fixture: count, faults: [{ fault, times: 1 }] })
      rig.say('Count')
      await rig.until(() => rig.ends.length > 0)
      expect(rig.requests().map(({ store }) => store)).toEqual(rig.requests().map(() => false))
    },
  )

  test('of a model that refuses the field is not made without it: the user gets a message', async () => {
    const rig = await start({ fixture: count, faults: ['text-store-refused'] })
    rig.say('Count')
    await rig.until(() => rig.session.state().phase === 'failed')
    expect(rig.session.state()).toMatchObject({ cause: 'store-refused', detail: expect.stringContaining('"store"') })
    expect(rig.requests().map(({ store }) => store)).toEqual([false])
  })

  test('is not made any more after the session was stopped', async () => {
    const rig = await start({ fixture: count, faults: [{ fault: 'text-minute-quota', set: { retryDelay: '30s' } }] })
    rig.say('Count')
    await rig.until(() => rig.session.state().phase === 'reconnecting')
    await rig.session.stop()
    expect(rig.session.state().phase).toBe('off')
    expect(rig.ends).toEqual(['stopped'])
    expect(rig.requests()).toHaveLength(1)
  })
})
