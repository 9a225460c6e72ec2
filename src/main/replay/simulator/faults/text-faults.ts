import type { JsonObject } from '../../../../shared/lib/json'
import type { FaultEntry, FaultHooks, FaultParameter, FaultStrike, RequestRefusal } from './fault'

const DAY_QUOTA = 'GenerateRequestsPerDayPerProjectPerModel-FreeTier'
const MINUTE_QUOTA = 'GenerateContentInputTokensPerModelPerMinute-FreeTier'
const after: FaultParameter = { value: 3, what: 'chunks of the answer that come before' }
const OVERLOADED = 'The model is overloaded. Please try again later.'

/** Faults of text requests (live-spec §5). */
export const textFaults = {
  'text-overloaded': refusal('Answers with 503 UNAVAILABLE.', 1, () => serviceError(503, 'UNAVAILABLE', OVERLOADED)),
  'text-internal': refusal('Answers with 500 INTERNAL.', 1, () => serviceError(500, 'INTERNAL', 'An internal error has occurred.')),
  'text-deadline': refusal('Answers with 504 DEADLINE_EXCEEDED.', 1, () =>
    serviceError(504, 'DEADLINE_EXCEEDED', 'The service is unable to finish processing within the deadline.'),
  ),
  'text-gateway': refusal('Something in between answers with 502 and a page of HTML.', 1, () => ({
    status: 502,
    body: '<html><head><title>502</title></head><body><h1>Bad Gateway</h1></body></html>',
  })),
  'text-minute-quota': refusal(
    'Answers with 429: the quota for the minute is used up, with the time to retry.',
    1,
    (strike) => quotaError(MINUTE_QUOTA, strike.text('retryDelay')),
    { retryDelay: { value: '2s', what: 'the delay that is asked for' } },
  ),
  'text-day-quota': refusal('Answers with 429: the quota of the day is used up.', 'always', () => quotaError(DAY_QUOTA, '19s')),
  'text-key-leaked': refusal('Answers with 403: the key was reported as leaked.', 'always', () =>
    serviceError(403, 'PERMISSION_DENIED', 'Your API key was reported as leaked. Please use another API key.'),
  ),
  'text-region': refusal('Answers with 400 FAILED_PRECONDITION: not in this country.', 'always', () =>
    serviceError(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'),
  ),
  'text-too-long': refusal('Answers with 400 once: the conversation is too long.', 1, () =>
    serviceError(400, 'INVALID_ARGUMENT', 'The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).'),
  ),
  'text-option-refused': {
    ...textFault('Answers with 400 every request that turns on thoughts or tools of the service.', 'always'),
    begin: (strike) => ({
      request: ({ generationConfig, toolConfig }) =>
        (hasKey(generationConfig, 'thinkingConfig') || toolConfig !== undefined) && strike.take()
          ? serviceError(400, 'INVALID_ARGUMENT', 'Thinking is not enabled for this model.')
          : null,
    }),
  },
  'text-tools-refused': {
    ...textFault('Answers with 400 “Unknown name …” every request that declares functions.', 'always'),
    begin: (strike) => ({
      request: ({ tools }) =>
        tools !== undefined && strike.take()
          ? serviceError(
              400,
              'INVALID_ARGUMENT',
              'Invalid JSON payload received. Unknown name "functionDeclarations" at \'tools[0]\': Cannot find field.',
            )
          : null,
    }),
  },
  'text-store-refused': refusal('Answers with 400: the model doesn’t know the field store.', 'always', () =>
    serviceError(400, 'INVALID_ARGUMENT', 'Invalid JSON payload received. Unknown name "store": Cannot find field.'),
  ),
  'text-signatures-refused': {
    ...textFault('Answers with 400 “Corrupted thought signature.” every request that carries one.', 'always'),
    begin: (strike) => ({
      request: (body) =>
        JSON.stringify(body.contents ?? null).includes('"thoughtSignature"') && strike.take()
          ? serviceError(400, 'INVALID_ARGUMENT', 'Corrupted thought signature.')
          : null,
    }),
  },
  'text-error-midway': stream('The stream continues with an error of the service.', (strike) => {
    const { body } = serviceError(503, 'UNAVAILABLE', OVERLOADED)
    strike.line.write(`data: ${body}\r\n\r\n`, 'text')
    strike.line.close(1000, '')
  }),
  'text-raw-error-midway': stream('The stream continues with an error that is not an event.', (strike) => {
    strike.line.write(serviceError(500, 'INTERNAL', 'An internal error has occurred.').body, 'text')
    strike.line.close(1000, '')
  }),
  'text-cut-off': stream('The stream ends without saying that the answer is complete.', (strike) => strike.line.close(1000, '')),
  'text-cut-inside': stream('The stream ends inside an event.', (strike) => {
    strike.line.write('data: {"candidates":[{"content":{"role":"model","parts":[{"te', 'text')
    strike.line.close(1000, '')
  }),
  'text-garbled': stream('An event is not valid JSON.', (strike) => {
    strike.line.write('data: {"candidates":[{]}\r\n\r\n', 'text')
    strike.line.close(1000, '')
  }),
  'text-lost': stream('The network drops in the middle of the answer.', (strike) => strike.line.cut()),
  'text-stall': stream('The stream stays open and nothing more comes.', (strike) => strike.line.hold?.()),
  'text-empty': instead('The answer is finished without a word.', 1, { finishReason: 'STOP' }),
  'text-malformed-call': instead('The answer is finished with MALFORMED_FUNCTION_CALL.', 1, {
    finishReason: 'MALFORMED_FUNCTION_CALL',
    finishMessage: 'Malformed function call: print(default_api.pay(',
  }),
  'text-unexpected-call': instead('The answer is finished with UNEXPECTED_TOOL_CALL.', 1, { finishReason: 'UNEXPECTED_TOOL_CALL' }),
  'text-safety': instead('The answer is finished with SAFETY.', 1, { finishReason: 'SAFETY' }),
  'text-unknown-finish': instead('The answer is finished for an undocumented reason.', 1, { finishReason: 'SOLAR_FLARE' }),
  'text-no-body': {
    ...textFault('The stream ends without a single event.', 1),
    begin: (strike) => ({ toClient: () => (strike.take() ? { instead: [], after: () => strike.line.close(1000, '') } : null) }),
  },
  'text-prompt-blocked': {
    ...textFault('The prompt is refused: no candidate, only the reason.', 1),
    begin: (strike) => whole(strike, { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }),
  },
  'text-continued': {
    ...textFault('The answer stops with CONTINUATION and continues in the response to another request.', 1),
    parameters: { after },
    begin(strike) {
      let sent = 0
      return {
        toClient(frame) {
          sent += 1
          if (sent <= strike.number('after') || !strike.take()) return null
          return { instead: [], after: () => strike.line.continueElsewhere?.(frame) }
        },
      }
    },
  },
  'text-split': {
    ...textFault('Comments come between the events, and the network splits them inside characters.', 'always'),
    begin: (strike) => ({
      toClient(frame) {
        if (!strike.take()) return null
        return {
          instead: [],
          after() {
            strike.line.note?.(frame)
            const bytes = Buffer.from(`: keep alive\r\n\r\ndata: ${JSON.stringify(frame)}\r\n\r\n`)
            for (const byte of bytes) strike.line.write(Buffer.from([byte]), 'binary')
          },
        }
      },
    }),
  },
} satisfies Readonly<Record<string, FaultEntry>>

function textFault(what: string, times: FaultEntry['times']) {
  return { family: 'text', rows: ['5'], what, times, parameters: {} } as const satisfies Omit<FaultEntry, 'begin'>
}

function refusal(
  what: string,
  times: FaultEntry['times'],
  answer: (strike: FaultStrike) => RequestRefusal,
  parameters: FaultEntry['parameters'] = {},
): FaultEntry {
  return { ...textFault(what, times), parameters, begin: (strike) => ({ request: () => (strike.take() ? answer(strike) : null) }) }
}

/** Affects the stream after this many chunks. */
function stream(what: string, happen: (strike: FaultStrike) => void): FaultEntry {
  return {
    ...textFault(what, 1),
    parameters: { after },
    begin(strike) {
      let sent = 0
      return {
        toClient() {
          sent += 1
          return sent > strike.number('after') && strike.take() ? { instead: [], after: () => happen(strike) } : null
        },
      }
    },
  }
}

/** Replaces the end of the answer. */
function instead(what: string, times: FaultEntry['times'], candidate: JsonObject): FaultEntry {
  return { ...textFault(what, times), begin: (strike) => whole(strike, { candidates: [{ ...candidate, index: 0 }] }) }
}

function whole(strike: FaultStrike, frame: JsonObject): FaultHooks {
  return {
    toClient: () =>
      strike.take() ? { instead: [{ ...frame, modelVersion: 'gemini-3.8-flash' }], after: () => strike.line.close(1000, '') } : null,
  }
}

function serviceError(code: number, status: string, message: string, details: readonly JsonObject[] = []): RequestRefusal {
  return { status: code, body: JSON.stringify({ error: { code, message, status, ...(details.length > 0 && { details }) } }) }
}

function quotaError(quotaId: string, retryDelay: string): RequestRefusal {
  return serviceError(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan and billing details.', [
    {
      '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
      violations: [{ quotaMetric: 'generate_content', quotaId, quotaValue: '250' }],
    },
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay },
  ])
}

function hasKey(value: JsonObject[string] | undefined, key: string): boolean {
  return typeof value === 'object' && value !== null && key in value
}
