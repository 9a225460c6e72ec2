import { describe, expect, test } from 'vitest'
import { chunk, finish, says, textRecording, words } from '../../support/text-recording'
import { textRigs } from '../../support/text-rigs'

const start = textRigs()
const pieces = ['It is ', '**11** °C', ' und grün 🌦️', ', 曇り', '.']
const whole = pieces.join('')
const weather = textRecording([words, ...pieces.map(says), finish()])

describe('an answer', () => {
  test('streams into one message, with thoughts, sources, usage and its finish reason', async () => {
    const sources = { groundingMetadata: { groundingChunks: [{ web: { uri: 'https://example.org/a', title: 'example.org' } }] } }
    const rig = await start({
      fixture: textRecording([
        words,
        chunk({ text: 'Let me see.', thought: true }),
        says('It is '),
        says('11 °C.'),
        finish('STOP', sources),
      ]),
    })
    rig.say('How warm is it?')
    await rig.until(() => rig.ends.length > 0)
    expect(rig.ends).toEqual(['done'])
    expect(rig.answer()).toBe('It is 11 °C.')
    const last = rig.messages().at(-1)
    expect(last?.parts.map(({ type }) => type)).toEqual(['step-start', 'reasoning', 'text', 'source-url'])
    expect(last?.metadata).toMatchObject({ rawFinishReason: 'STOP', usage: { totalTokens: 12 } })
    expect(rig.states.map(({ phase }) => phase)).toEqual(['ready'])
  })

  test('is requested with plain functions, thoughts on, and no function calls by the library', async () => {
    const rig = await start({ fixture: weather, setup: { googleSearch: true, codeExecution: true, thinking: 'high' } })
    rig.say('How warm is it?')
    await rig.until(() => rig.ends.length > 0)
    const [body] = rig.requests()
    expect(body).toMatchObject({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      tools: [{ functionDeclarations: [{ name: 'pay' }] }, { googleSearch: {} }, { codeExecution: {} }],
      toolConfig: { includeServerSideToolInvocations: true },
      generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'HIGH' } },
    })
  })

  test('of an older model is requested without what it does not support together with functions', async () => {
    const rig = await start({ fixture: weather, setup: { model: 'gemini-2.5-flash', googleSearch: true, thinking: 'low' } })
    rig.say('How warm is it?')
    await rig.until(() => rig.ends.length > 0)
    expect(rig.ends).toEqual(['done'])
    const [body] = rig.requests()
    expect(body?.tools).toHaveLength(1)
    expect(body?.generationConfig).toEqual({ thinkingConfig: { includeThoughts: true } })
  })

  test('may be split anywhere by the network, also inside characters, with comments between its events', async () => {
    const rig = await start({ fixture: weather, faults: ['text-split'] })
    rig.say('How warm is it?')
    await rig.until(() => rig.ends.length > 0)
    expect(rig.answer()).toBe(whole)
  })

  test('that is longer than one response continues in the next one, in the same text', async () => {
    const rig = await start({ fixture: weather, faults: [{ fault: 'text-continued', set: { after: 2 } }] })
    rig.say('How warm is it?')
    await rig.until(() => rig.ends.length > 0)
    expect(rig.ends).toEqual(['done'])
    expect(rig.answer()).toBe(whole)
    expect(rig.requests().map(({ continuationToken }) => continuationToken)).toEqual([undefined, 'continuation-1'])
    expect(rig.requests().map(({ store }) => store)).toEqual([false, false])
    expect(
      rig
        .messages()
        .at(-1)
        ?.parts.filter(({ type }) => type === 'text'),
    ).toHaveLength(1)
  })

  test('sends the conversation so far, word for word', async () => {
    const rig = await start({ fixture: weather })
    for (const text of ['How warm is it?', 'And now?']) {
      const ended = rig.ends.length
      rig.say(text)
      await rig.until(() => rig.ends.length > ended)
    }
    expect(rig.requests().at(-1)?.contents).toEqual([
      { role: 'user', parts: [{ text: 'How warm is it?' }] },
      { role: 'model', parts: [{ text: whole }] },
      { role: 'user', parts: [{ text: 'And now?' }] },
    ])
  })

  test('code executions and their results are in the message and are sent back', async () => {
    const code = [
      { executableCode: { language: 'PYTHON', code: 'print(2+3)', id: 'code-1' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '5\n', id: 'code-1' } },
    ]
    const rig = await start({ fixture: textRecording([words, ...code.map((part) => chunk(part)), says('5'), finish()]) })
    rig.say('2+3?')
    await rig.until(() => rig.ends.length === 1)
    expect(
      rig
        .messages()
        .at(-1)
        ?.parts.map(({ type }) => type),
    ).toEqual(['step-start', 'data-executable-code', 'data-code-execution-result', 'text'])
    rig.say('And now?')
    await rig.until(() => rig.ends.length === 2)
    expect(rig.requests().at(-1)?.contents).toMatchObject([{}, { role: 'model', parts: [...code, { text: '5' }] }, {}])
  })

  test('that the user stops keeps its text so far, and the next one follows it', async () => {
    const rig = await start({ fixture: weather, faults: ['text-stall'] })
    rig.say('How warm is it?')
    await rig.until(() => rig.answer() === pieces.slice(0, 3).join(''))
    expect(rig.session.interrupt()).toBe(true)
    expect(rig.ends).toEqual(['stopped'])
    expect(rig.messages().at(-1)?.metadata).toMatchObject({ interrupted: true })
    expect(rig.session.state().phase).toBe('ready')
    expect(rig.session.interrupt()).toBe(false)
    rig.say('Once more')
    await rig.until(() => rig.ends.length === 2)
    expect(rig.answer()).toBe(whole)
    expect(rig.server.violations()).toEqual([])
  })

  test('is interrupted by typed text', async () => {
    const rig = await start({ fixture: weather, faults: ['text-stall'] })
    rig.say('How warm is it?')
    await rig.until(() => rig.answer() === pieces.slice(0, 3).join(''))
    rig.session.interrupt()
    rig.say('And now?')
    await rig.until(() => rig.ends.length === 2)
    expect(rig.ends).toEqual(['stopped', 'done'])
    expect(rig.requests().at(-1)?.contents).toEqual([
      { role: 'user', parts: [{ text: 'How warm is it?' }] },
      { role: 'model', parts: [{ text: pieces.slice(0, 3).join('') }] },
      { role: 'user', parts: [{ text: 'And now?' }] },
    ])
  })

  test('can be requested again: the earlier one is not sent', async () => {
    const rig = await start({ fixture: weather })
    rig.say('How warm is it?')
    await rig.until(() => rig.ends.length === 1)
    expect(rig.session.askAgain()).toBe(true)
    await rig.until(() => rig.ends.length === 2)
    expect(rig.requests().at(-1)?.contents).toEqual([{ role: 'user', parts: [{ text: 'How warm is it?' }] }])
  })

  test('can’t be requested again in an empty conversation', async () => {
    const rig = await start({ fixture: weather })
    expect(rig.session.askAgain()).toBe(false)
    expect(rig.requests()).toEqual([])
  })
})

describe('the end of an answer', () => {
  test.each([
    ['text-empty', { empty: true, rawFinishReason: 'STOP' }],
    ['text-malformed-call', { rawFinishReason: 'MALFORMED_FUNCTION_CALL' }],
    ['text-unexpected-call', { rawFinishReason: 'UNEXPECTED_TOOL_CALL' }],
  ] as const)('after %s the model is asked again, and the first attempt leaves no trace', async (fault, told) => {
    const rig = await start({ fixture: weather, faults: [fault] })
    rig.say('How warm is it?')
    await rig.until(() => rig.ends.length > 0)
    expect(rig.requests()).toHaveLength(2)
    expect(rig.answer()).toBe(whole)
    expect(rig.messages()).toHaveLength(2)

    const twice = await start({ fixture: weather, faults: [{ fault, times: 2 }] })
    twice.say('How warm is it?')
    await twice.until(() => twice.ends.length > 0)
    expect(twice.requests()).toHaveLength(2)
    expect(twice.ends).toEqual(['done'])
    expect(twice.messages().at(-1)?.metadata).toMatchObject(told)
  })

  test.each([
    ['text-safety', 'content-filter'],
    ['text-unknown-finish', 'other'],
  ] as const)('%s is reported unchanged, at once', async (fault, finishReason) => {
    const rig = await start({ fixture: weather, faults: [fault] })
    rig.say('How warm is it?')
    await rig.until(() => rig.ends.length > 0)
    expect(rig.requests()).toHaveLength(1)
    expect(rig.chunks.at(-1)?.chunk).toMatchObject({ type: 'finish', finishReason })
  })

  test('a refused prompt makes a message that says so, and is left out of later requests', async () => {
    const rig = await start({ fixture: weather, faults: ['text-prompt-blocked'] })
    rig.say('Something terrible')
    await rig.until(() => rig.ends.length === 1)
    expect(rig.requests()).toHaveLength(1)
    expect(rig.messages().at(-1)?.metadata).toMatchObject({ blockReason: 'PROHIBITED_CONTENT' })
    rig.say('How warm is it?')
    await rig.until(() => rig.ends.length === 2)
    expect(rig.requests().at(-1)?.contents).toEqual([{ role: 'user', parts: [{ text: 'How warm is it?' }] }])
    expect(rig.answer()).toBe(whole)
  })
})
