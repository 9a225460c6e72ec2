import { ApiError } from '@google/genai'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTextFailure } from '../../../src/main/models/text/text-failure'
import { textLimits } from '../../../src/main/models/text/text-limits'
import { decide, historyForm, noTries, type RequestEnd, type Tries } from '../../../src/main/models/text/text-machine'

const context = { random: 0.5, limits: textLimits }
const error = (status: number, body: object | string) =>
  new ApiError({ status, message: typeof body === 'string' ? body : JSON.stringify({ error: body }) })
const quota = (quotaId: string, retryDelay?: string) => ({
  code: 429,
  status: 'RESOURCE_EXHAUSTED',
  message: 'You exceeded your current quota',
  details: [{ violations: [{ quotaId }] }, ...(retryDelay === undefined ? [] : [{ retryDelay }])],
})

describe('a failure', () => {
  test.each<[string, unknown, object]>([
    [
      'a key that is not valid',
      error(400, { message: 'API key not valid.', details: [{ reason: 'API_KEY_INVALID' }] }),
      { kind: 'final', cause: 'key-refused' },
    ],
    [
      'a country',
      error(400, { status: 'FAILED_PRECONDITION', message: 'User location is not supported for the API use.' }),
      { kind: 'final', cause: 'region' },
    ],
    ['a leaked key', error(403, { status: 'PERMISSION_DENIED', message: 'reported as leaked' }), { kind: 'final', cause: 'key-refused' }],
    ['a model', error(404, { message: 'models/x is not found' }), { kind: 'final', cause: 'model-unknown' }],
    ['the quota of a day', error(429, quota('RequestsPerDayPerProject', '19s')), { kind: 'final', cause: 'quota' }],
    ['the quota of a minute', error(429, quota('TokensPerMinute', '37.5s')), { kind: 'passing', cause: 'quota', retryAfterMs: 37_500 }],
    [
      'overload',
      error(503, { status: 'UNAVAILABLE', message: 'overloaded' }),
      { kind: 'passing', cause: 'service-overloaded', detail: 'HTTP 503 UNAVAILABLE: overloaded' },
    ],
    ['a deadline', error(504, { message: 'deadline' }), { kind: 'passing', cause: 'timeout' }],
    [
      'a page of something in between',
      error(502, '<html><h1>Bad Gateway</h1></html>'),
      { kind: 'passing', detail: 'HTTP 502: Bad Gateway' },
    ],
    ['a body that is cut', error(400, '{"error":{"mess'), { kind: 'final', cause: 'request-refused' }],
    ['a body that is nothing', error(500, ''), { kind: 'passing' }],
    ['a signature', error(400, { message: 'Corrupted thought signature.' }), { kind: 'signature' }],
    [
      'a missing one',
      error(400, { message: 'Function call is missing a thought_signature in functionCall parts.' }),
      { kind: 'signature' },
    ],
    ['a length', error(400, { message: 'The input token count exceeds the maximum number of tokens allowed' }), { kind: 'too-long' }],
    [
      'an option',
      error(400, { status: 'INVALID_ARGUMENT', message: 'Unknown name "thinkingLevel": Cannot find field.' }),
      { kind: 'field' },
    ],
    [
      'a tool',
      error(400, {
        status: 'INVALID_ARGUMENT',
        message: '* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[a].items: missing field.',
      }),
      { kind: 'field' },
    ],
    [
      'an uploaded file that is gone',
      error(403, { status: 'PERMISSION_DENIED', message: 'You do not have permission to access the File a or it may not exist.' }),
      { kind: 'final', cause: 'request-refused' },
    ],
    [
      'the wish not to be kept',
      error(400, { status: 'INVALID_ARGUMENT', message: 'Invalid JSON payload received. Unknown name "store": Cannot find field.' }),
      { kind: 'final', cause: 'store-refused' },
    ],
    [
      'the order of contents',
      error(400, { status: 'INVALID_ARGUMENT', message: 'Please ensure that function call turn…' }),
      { kind: 'final', cause: 'request-refused' },
    ],
    [
      'the network',
      new TypeError('terminated', { cause: new Error('other side closed') }),
      { kind: 'passing', detail: 'terminated: other side closed' },
    ],
    ['half an event', new Error('Incomplete JSON segment at the end'), { kind: 'passing', cause: 'protocol' }],
    ['something thrown that is no error', 'oops', { kind: 'passing', detail: 'oops' }],
  ])('%s is recognized by what the library throws', (_what, thrown, read) => {
    expect(readTextFailure(thrown)).toMatchObject(read)
  })

  test('is read whatever the body is, and never throws', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 599 }), fc.oneof(fc.string(), fc.json()), (status, message) => {
        expect(readTextFailure(new ApiError({ status, message })).detail).toContain(String(status))
      }),
    )
  })
})

describe('what follows a request', () => {
  const passing = { kind: 'passing', cause: 'unreachable', retryAfterMs: null, detail: '' } as const
  const failed = (visible: boolean): RequestEnd => ({ kind: 'failed', failure: passing, visible })

  test('nothing is requested again by itself once the user has seen some of the answer', () => {
    const ends: fc.Arbitrary<RequestEnd> = fc.oneof(
      fc.record({ kind: fc.constant('finished' as const), reason: fc.string(), calls: fc.nat(2), visible: fc.constant(true) }),
      fc.record({ kind: fc.constantFrom('cut' as const, 'stalled' as const), visible: fc.constant(true) }),
      fc.record({
        kind: fc.constant('failed' as const),
        failure: fc.record({
          kind: fc.constantFrom('final' as const, 'passing' as const, 'signature' as const, 'too-long' as const, 'field' as const),
          cause: fc.constant('quota' as const),
          retryAfterMs: fc.option(fc.nat()),
          detail: fc.string(),
        }),
        visible: fc.constant(true),
      }),
    )
    fc.assert(fc.property(ends, (end) => decide(noTries, end, context).next !== 'again'))
  })

  test('every chain of attempts has an end', () => {
    const end = fc.oneof(
      fc.constant(failed(false)),
      fc.constant<RequestEnd>({ kind: 'finished', reason: 'STOP', calls: 0, visible: false }),
      fc.constant<RequestEnd>({ kind: 'finished', reason: 'MALFORMED_FUNCTION_CALL', calls: 0, visible: false }),
      fc
        .constantFrom('signature' as const, 'too-long' as const, 'field' as const)
        .map((kind): RequestEnd => ({ kind: 'failed', failure: { ...passing, kind }, visible: false })),
    )
    fc.assert(
      fc.property(fc.array(end, { minLength: 20, maxLength: 40 }), (ends) => {
        let tries: Tries = noTries
        const over = ends.some((one) => {
          const verdict = decide(tries, one, context)
          if (verdict.next === 'again') tries = verdict.tries
          return verdict.next !== 'again'
        })
        expect(over).toBe(true)
      }),
    )
  })

  test('waits longer each time, and at least as long as the service asks for', () => {
    const delays = [0, 1, 2, 3].map((count) => {
      const verdict = decide({ ...noTries, failed: count }, failed(false), context)
      return verdict.next === 'again' ? verdict.delayMs : 0
    })
    expect(delays).toEqual([...delays].sort((one, other) => one - other))
    const asked = decide(noTries, { kind: 'failed', failure: { ...passing, retryAfterMs: 9_000 }, visible: false }, context)
    expect(asked).toMatchObject({ next: 'again', delayMs: 9_000 })
  })

  test('calls are run only after STOP', () => {
    const reasons = ['MAX_TOKENS', 'SAFETY', 'MALFORMED_FUNCTION_CALL', 'SOMETHING_NEW']
    expect(decide(noTries, { kind: 'finished', reason: 'STOP', calls: 1, visible: true }, context).next).toBe('calls')
    for (const reason of reasons) expect(decide(noTries, { kind: 'finished', reason, calls: 1, visible: true }, context).next).toBe('done')
  })

  test('the first refusal of a signature may be chance', () => {
    expect([0, 1, 2, 3].map((refusedSignatures) => historyForm({ ...noTries, refusedSignatures }))).toEqual([
      'verbatim',
      'verbatim',
      'unsigned',
      'words',
    ])
  })
})
