import type { UIMessage } from 'ai'
import { describe, expect, it } from 'vitest'
import { countingIds } from '../../../src/shared/lib/ids'
import { createConfirmation } from '../../../src/shared/protocol/dialects/confirmation'
import { chunkProblem, messagesProblem, readMessages } from '../../support/ai-reader'
import { createAutoContinue } from '../../support/auto-continue'
import { ConverterServer, type ToolKind } from '../../support/converter-server'
import { toolFixture } from '../../support/fixture-facts'
import { scriptOf } from '../../support/fixture-script'
import { asSendAutomatically, chatProblem, type Decision, ScriptedChat } from '../../support/scripted-chat'
import { lintStream } from '../../support/stream-lint'

const kinds: Readonly<Record<string, ToolKind>> = {
  get_weather: 'server',
  process_payment: 'asked',
  change_bgm: 'client',
  get_location: 'asked-client',
}
const kindOf = (toolName: string): ToolKind => kinds[toolName] ?? 'server'

/** Plays the first turn of a recording in the AI SDK's own chat, which continues by our rule, to its end. */
async function chatOver(name: string, decide: (input: unknown) => Decision) {
  const fixture = await toolFixture(name)
  const server = new ConverterServer({ script: scriptOf(fixture), kindOf })
  const clientTools = new Set(Object.keys(kinds).filter((tool) => kindOf(tool).endsWith('client')))
  const goesOn = asSendAutomatically(createAutoContinue(clientTools))
  const scripted = new ScriptedChat({ server, goesOn, kindOf, decide: (_, input) => decide(input), doubleClicks: true })
  await scripted.say(fixture.prompt.en)
  const { messages } = scripted.chat

  expect(await chatProblem(messages)).toBeNull()
  expect(lintStream(server.output)).toEqual([])
  for (const { chunk } of server.output) expect(await chunkProblem(chunk)).toBeNull()
  expect(await messagesProblem(await readMessages(server.output))).toBeNull()
  return { server, messages, continuations: server.requests.slice(1) }
}

const calls = (messages: readonly UIMessage[]) =>
  messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'dynamic-tool' ? [{ tool: part.toolName, state: part.state }] : [])),
  )
const lastUserText = (messages: readonly UIMessage[]) =>
  messages
    .at(-1)
    ?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .at(-1)
const isHoshino = (input: unknown): boolean => JSON.stringify(input).includes('Hoshino')

describe('the original call', () => {
  it('comes before its approval request, in the same step', async () => {
    const { server } = await chatOver('after-delivery', () => 'approve')
    const types = server.output.flatMap(({ role, chunk }) => (role === 'assistant' ? [chunk.type] : []))
    const asked = types.indexOf('tool-approval-request')
    const step = types.slice(types.lastIndexOf('start-step', asked), asked + 2).filter((type) => type !== 'data-pcm')
    expect(step).toEqual(['start-step', 'tool-input-start', 'tool-input-available', 'tool-approval-request', 'finish-step'])
  })

  it('comes before the confirmation that asks about it in the ADK form, which names it', async () => {
    const { server } = await chatOver('after-delivery', () => 'approve')
    const confirmation = createConfirmation({ form: 'adk', newId: countingIds(), hint: () => 'Shall I pay?' })
    const inputs = server.output
      .flatMap((placed) => confirmation.push(placed))
      .flatMap(({ chunk }) => (chunk.type === 'tool-input-available' ? [chunk] : []))
    expect(inputs.map(({ toolName }) => toolName)).toEqual(['process_payment', 'adk_request_confirmation'])
    expect(inputs[1]?.input).toMatchObject({ originalFunctionCall: { id: inputs[0]?.toolCallId, name: 'process_payment' } })
  })
})

describe('two approvals of one step', () => {
  it.each<[Decision, Decision, string]>([
    ['approve', 'approve', 'Both are paid.'],
    ['approve', 'deny', 'Only Hoshino Print is paid.'],
    ['deny', 'approve', 'Only Aoba Freight is paid.'],
    ['deny', 'deny', 'Neither is paid.'],
  ])('answered with %s and %s go back in one continuation, and the turn continues once', async (first, second, words) => {
    const { messages, continuations, server } = await chatOver('two-payments', (input) => (isHoshino(input) ? first : second))
    expect(continuations).toHaveLength(1)
    const answers = continuations[0]?.messages
      .at(-1)
      ?.parts.flatMap((part) => (part.type === 'dynamic-tool' && part.state === 'approval-responded' ? [part.approval.approved] : []))
    expect(answers).toEqual([first === 'approve', second === 'approve'])
    expect(calls(messages).map(({ state }) => state)).toEqual(
      [first, second].map((decision) => (decision === 'approve' ? 'output-available' : 'output-denied')),
    )
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(lastUserText(messages)).toBe(words)
    expect(server.responses).toBe(2)
  })
})

describe('a denied call', () => {
  it('continues the turn in the same message, is settled as denied and not as an error', async () => {
    const { messages, continuations, server } = await chatOver('after-delivery', () => 'deny')
    expect(continuations).toHaveLength(1)
    expect(calls(messages)).toEqual([{ tool: 'process_payment', state: 'output-denied' }])
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(lastUserText(messages)).toBe('Then I wait for the delivery.')
    expect(server.output.filter(({ chunk }) => chunk.type === 'tool-output-error')).toEqual([])
  })
})

describe('tools of the server and of the client in one step', () => {
  it.each<[Decision, string, string]>([
    ['approve', 'output-available', 'It is cloudy, the rain plays, and Aoba Freight is paid.'],
    ['deny', 'output-denied', 'It is cloudy, the rain plays, and nothing is paid.'],
  ])(
    'with one approval: the server’s result comes at once, the client’s output and the answer (%s) in one continuation',
    async (decision, state, words) => {
      const { messages, continuations } = await chatOver('quiet-evening', () => decision)
      expect(continuations).toHaveLength(1)
      expect(calls(continuations[0]?.messages ?? [])).toEqual([
        { tool: 'get_weather', state: 'output-available' },
        { tool: 'change_bgm', state: 'output-available' },
        { tool: 'process_payment', state: 'approval-responded' },
      ])
      expect(calls(messages).map((call) => call.state)).toEqual(['output-available', 'output-available', state])
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
      expect(lastUserText(messages)).toBe(words)
    },
  )

  it('wait, if the client’s own tool needs approval first, for its output, and not only for the yes', async () => {
    const { messages, continuations } = await chatOver('where-am-i', () => 'approve')
    expect(continuations).toHaveLength(1)
    expect(calls(continuations[0]?.messages ?? [])).toEqual([{ tool: 'get_location', state: 'output-available' }])
    expect(lastUserText(messages)).toBe('You are in Kyoto.')
  })
})
