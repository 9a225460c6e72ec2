import { describe, expect, it } from 'vitest'
import { classifyClose, describeClose, type LiveClose } from '../../../src/main/models/live/classify-close'

function close(changes: Partial<LiveClose>): LiveClose {
  return { code: 1006, reason: '', error: null, httpStatus: null, opened: true, ...changes }
}

describe('the reason of a close decides, never its code alone', () => {
  it.each([
    ['key', 1007, 'API key not valid. Please pass a valid API key.', 'key-refused'],
    ['key', 1007, 'API key expired. Please renew the API key.', 'key-refused'],
    ['key', 1007, 'API Key not found. Please pass a valid API key.', 'key-refused'],
    ['key', 1008, "Method doesn't allow unregistered callers (callers without established identity).", 'key-refused'],
    ['key', 1008, 'Your API key was reported as leaked. Please use another API key.', 'key-refused'],
    ['key', 1008, 'Generative Language API has not been used in project 1 before or it is disabled.', 'key-refused'],
    ['region', 1007, 'User location is not supported for the API use.', 'region'],
    ['model', 1008, 'models/gemini-9 is not found for API version v1beta, or is not supported for bidiGenerateContent.', 'model-unknown'],
    ['model', 1008, 'This model models/gemini-2.5-flash is no longer available to new users.', 'model-unknown'],
    ['key', 1008, 'Your project has been denied access. Please contact support.', 'key-refused'],
    ['sound', 1007, 'The requested combination of response modalities (AUDIO) is not supported by the model.', 'model-without-audio'],
    ['sound', 1007, 'Cannot extract voices from a non-audio request.', 'model-without-audio'],
    ['quota', 1011, 'You exceeded your current quota, please check your plan and billing details.', 'quota'],
    ['quota', 1011, 'RESOURCE_EXHAUSTED', 'quota'],
    ['quota', 1008, 'Resource has been exhausted (e.g. check quota).', 'quota'],
  ])('%s: %i %s is final', (_what, code, reason, cause) => {
    expect(classifyClose(close({ code, reason }))).toEqual({ action: 'fail', cause })
  })

  it.each([
    ['internal error', { code: 1011, reason: 'Internal error encountered.' }, { cause: 'service-failed', tries: null, resumption: 'keep' }],
    [
      'unavailable',
      { code: 1011, reason: 'The service is currently unavailable.' },
      { cause: 'service-overloaded', tries: null, resumption: 'keep' },
    ],
    [
      'deadline',
      { code: 1011, reason: 'Deadline expired before operation could complete.' },
      { cause: 'service-failed', resumption: 'keep' },
    ],
    ['no close frame', { code: 1006 }, { cause: 'unreachable', tries: null, resumption: 'keep' }],
    ['clean close', { code: 1000 }, { cause: 'service-failed', resumption: 'keep' }],
    ['not enabled', { code: 1008, reason: 'Operation is not implemented, or supported, or enabled.' }, { tries: 3, resumption: 'keep' }],
    ['entity', { code: 1008, reason: 'Requested entity was not found.' }, { tries: 3, resumption: 'keep' }],
    ['stale handle', { code: 1008, reason: 'BidiGenerateContent session not found' }, { resumption: 'drop' }],
    [
      'unknown field of a later message',
      { code: 1007, reason: 'Invalid JSON payload received. Unknown name "proactivity" at \'setup\'' },
      { cause: 'request-refused', minimalSetup: true },
    ],
    [
      'unsupported option of a setup',
      { code: 1007, reason: 'Thinking level is not supported for this model.', opened: false },
      { cause: 'setup-refused', minimalSetup: true },
    ],
    ['invalid argument', { code: 1007, reason: 'Request contains an invalid argument.' }, { cause: 'request-refused', resumption: 'once' }],
    ['bad UTF-8', { error: 'Invalid WebSocket frame: invalid UTF-8 sequence' }, { cause: 'protocol' }],
    ['refused connection', { error: 'connect ECONNREFUSED 127.0.0.1:1', opened: false }, { cause: 'unreachable', resumption: 'keep' }],
    ['HTTP 503', { httpStatus: 503, opened: false }, { cause: 'service-overloaded' }],
    ['HTTP 500', { httpStatus: 500, opened: false }, { cause: 'service-failed' }],
    ['overloaded', { code: 1011, reason: 'The model is overloaded. Please try again later.' }, { cause: 'service-overloaded' }],
    ['lost network', { error: 'getaddrinfo EAI_AGAIN unavailable.example', opened: false }, { cause: 'unreachable' }],
    ['HTTP 404', { httpStatus: 404, opened: false }, { cause: 'setup-refused', tries: 3 }],
    [
      'a setup that is refused without a field',
      { code: 1007, reason: 'Request contains an invalid argument.', opened: false },
      { cause: 'setup-refused', resumption: 'once', minimalSetup: 'last' },
    ],
    [
      'a setup that is refused in unknown words',
      { code: 1007, reason: 'tools[0].function_declarations[0].parameters.items: missing field.', opened: false },
      { cause: 'setup-refused', resumption: 'once', minimalSetup: 'last' },
    ],
    ['unknown refusal of a resumption', { code: 1008, reason: 'No.', opened: false }, { cause: 'setup-refused', resumption: 'drop' }],
  ] as const)('%s is tried again', (_what, changes, verdict) => {
    expect(classifyClose(close(changes))).toMatchObject({ action: 'retry', ...verdict })
  })

  it.each([
    [401, 'key-refused'],
    [403, 'key-refused'],
    [429, 'quota'],
  ])('HTTP %i instead of the upgrade is final', (httpStatus, cause) => {
    expect(classifyClose(close({ httpStatus, opened: false }))).toEqual({ action: 'fail', cause })
  })

  it('the text of an HTTP refusal outranks its status', () => {
    const verdict = classifyClose(close({ httpStatus: 403, error: 'User location is not supported for the API use.', opened: false }))
    expect(verdict).toEqual({ action: 'fail', cause: 'region' })
  })
})

describe('the detail line', () => {
  it('says what is known', () => {
    expect(describeClose(close({ code: 1011, reason: 'Internal error.' }))).toBe('closed with code 1011: Internal error.')
    expect(describeClose(close({ code: 1005 }))).toBe('closed with code 1005')
    expect(describeClose(close({ error: 'connect ECONNREFUSED' }))).toBe('connect ECONNREFUSED')
    expect(describeClose(close({ httpStatus: 502 }))).toBe('HTTP 502')
  })
})
