import { setImmediate as nextTick } from 'node:timers/promises'
import { Chat } from '@ai-sdk/react'
import {
  convertToModelMessages,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  readUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
} from 'ai'
import { describe, expect, it } from 'vitest'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import type { CallOutcome } from '../../../src/shared/protocol/converter-input'
import { emptyThread, foldAnswer, foldChunk } from '../../../src/shared/protocol/fold'
import type { ToolPart } from '../../../src/shared/protocol/ui-message'
import { readMessage, responsesOf } from '../../support/ai-reader'
import { createAutoContinue } from '../../support/auto-continue'
import { ask, convert, end, expectLegal, pause, result } from '../../support/call-inputs'
import { type Happening, live, play } from '../../support/converter-script'
import { ConverterServer, type ServerScript, type ToolKind } from '../../support/converter-server'
import { asSendAutomatically, chatProblem, ScriptedChat } from '../../support/scripted-chat'

// Problems that users of the AI SDK reported, and what our streams and messages promise instead.

const theirRules = (conversation: { messages: UIMessage[] }) =>
  lastAssistantMessageIsCompleteWithApprovalResponses(conversation) || lastAssistantMessageIsCompleteWithToolCalls(conversation)
const settle = (outcome: CallOutcome, index = 0): Happening => ({ type: 'settle-open', index, outcome })
const askOpen = (index = 0, approvalId = `p${index}`): Happening => ({ type: 'ask-open', index, approvalId })
const toolsOf = (output: readonly PlacedChunk[]): readonly ToolPart[] =>
  output
    .reduce(foldChunk, emptyThread())
    .messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part] : [])))
const typesOf = (output: readonly PlacedChunk[]) => output.map(({ chunk }) => chunk.type)

function chatOver(script: ServerScript, kinds: Readonly<Record<string, ToolKind>>, goesOn = theirRules) {
  const kindOf = (name: string): ToolKind => kinds[name] ?? 'server'
  const server = new ConverterServer({ script, kindOf, typed: true })
  const scripted = new ScriptedChat({
    server,
    goesOn,
    kindOf,
    decide: (name) => (name === 'refused' ? 'deny' : 'approve'),
    doubleClicks: true,
  })
  return { server, scripted }
}

function streamOf(chunks: readonly unknown[]): ReadableStream<UIMessageChunk> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(JSON.parse(JSON.stringify(chunk)))
      controller.close()
    },
  })
}

describe('a chat that continues by itself', () => {
  // vercel/ai#13670
  it('continues after one call of a step was denied and another approved', async () => {
    const both = live.frame({ toolCall: { functionCalls: [{ name: 'refused' }, { name: 'pay' }] } })
    const { server, scripted } = chatOver([both, live.said('Done.'), live.complete()], { refused: 'asked', pay: 'asked' })
    await scripted.say('Go.')
    const states = scripted.chat.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part.state] : [])),
    )
    expect(states).toEqual(['output-denied', 'output-available'])
    expect([server.requests.length, server.responses]).toEqual([2, 2])
  })

  // vercel/ai#8043
  it('does not send a finished answer again, whatever its tools did', async () => {
    const { server, scripted } = chatOver([live.call('look'), live.said('Sunny.'), live.complete()], {})
    await scripted.say('Weather?')
    expect(server.requests).toHaveLength(1)
  })

  // vercel/ai#9943, vercel/ai#14323
  it('does not take code that the model ran on its own server for a call', async () => {
    const code = [{ executableCode: { language: 'PYTHON', code: '1+1' } }, { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '2' } }]
    const { server, scripted } = chatOver([live.content({ modelTurn: { parts: code } }), live.complete()], {})
    await scripted.say('1+1?')
    expect(server.requests).toHaveLength(1)
    expect(typesOf(server.output).filter((type) => type.startsWith('tool-'))).toEqual([])
  })

  // vercel/ai#7218, vercel/ai#7230, cloudflare/agents#790
  it('keeps one assistant message over all its continuations', async () => {
    const round = (name: string) => [live.said('One moment.'), live.call(name)]
    const { server, scripted } = chatOver([...round('pay'), ...round('pay'), ...round('place'), live.said('Done.'), live.complete()], {
      pay: 'asked',
      place: 'client',
    })
    await scripted.say('Go.')
    expect(server.requests).toHaveLength(4)
    expect(scripted.chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(new Set(server.output.flatMap(({ role, messageId }) => (role === 'assistant' ? [messageId] : []))).size).toBe(1)
  })

  // TanStack/ai#302, seen from the chat of the AI SDK
  it('sends the outputs of several client-run tools of one step together', async () => {
    const { server, scripted } = chatOver(
      [
        live.frame({
          toolCall: {
            functionCalls: [
              { name: 'place', args: {} },
              { name: 'time', args: {} },
            ],
          },
        }),
        live.said('Done.'),
        live.complete(),
      ],
      { place: 'client', time: 'client' },
    )
    await scripted.say('Go.')
    expect(server.requests).toHaveLength(2)
    expect(await chatProblem(scripted.chat.messages)).toBeNull()
  })

  // hironow/adk-stream-protocol: endless requests after a denial
  it('ends after a denial, even if the other side settles it without output', async () => {
    const goesOn = asSendAutomatically(createAutoContinue(new Set()))
    const { server, scripted } = chatOver([live.call('refused'), live.complete()], { refused: 'asked' }, goesOn)
    await scripted.say('Go.')
    expect(server.requests).toHaveLength(2)
  })

  // vercel/ai#8043
  it('ends when the other side takes the answers and returns nothing: the same answers are not sent twice', async () => {
    const [paused] = responsesOf(convert(live.call('pay'), ask('call-1', 'p1'), pause), 'message-1')
    const sent: number[] = []
    const chat = new Chat<UIMessage>({
      transport: {
        sendMessages: async ({ messages }) => streamOf(sent.push(messages.length) === 1 ? (paused ?? []) : []),
        reconnectToStream: async () => null,
      },
      sendAutomaticallyWhen: asSendAutomatically(createAutoContinue(new Set())),
    })
    await chat.sendMessage({ text: 'Pay.' })
    await chat.addToolApprovalResponse({ id: 'p1', approved: true })
    for (let turn = 0; turn < 50; turn += 1) await nextTick()
    expect([sent.length, chat.status]).toEqual([2, 'ready'])
  })

  // vercel/ai 6.0.297 and 6.0.289
  it('never continues inside a response: while it streams, a call of it is open, or its result is preliminary', () => {
    const output = play([live.said('Wait'), live.call('pay'), askOpen(), { type: 'pause' }])
    let thread = emptyThread()
    for (const placed of output) {
      thread = foldChunk(thread, placed)
      expect(createAutoContinue(new Set(['pay']))({ messages: thread.messages })).toBe(false)
    }
    const approved = foldAnswer(thread, { messageId: 'message-1', approvalId: 'p0', approved: true, reason: null })
    expect(createAutoContinue(new Set())({ messages: approved.messages })).toBe(true)
    const place = output.find(({ chunk }) => chunk.type === 'tool-input-available')
    const preliminary = { type: 'tool-output-available', toolCallId: 'call-1', output: 1, preliminary: true } as const
    const early = place === undefined ? approved : foldChunk(approved, { ...place, chunk: preliminary })
    expect(createAutoContinue(new Set(['pay']))({ messages: early.messages })).toBe(false)
  })
})

describe('a continuation', () => {
  const paused = [live.heard('Pay.'), live.said('One moment.'), live.call('pay'), ask('call-1', 'p1'), pause]

  // vercel/ai#10196, vercel/ai#9968, cloudflare/agents#918
  it('is read into the message that it continues, and settles only calls of that message', async () => {
    const output = convert(...paused, result('call-1', 'paid'), live.said('Paid.'), live.complete())
    const [first, second] = responsesOf(output, 'message-2')
    expect(second?.map(({ type }) => type).slice(0, 3)).toEqual(['start', 'tool-output-available', 'start-step'])
    const before = await readMessage(
      output.filter(({ chunk }) => first?.includes(chunk)),
      'message-2',
    )
    let after = before
    for await (const snapshot of readUIMessageStream({ message: before, stream: streamOf(second ?? []), terminateOnError: true }))
      after = snapshot
    expect(after.parts.map(({ type }) => type)).toEqual(['step-start', 'text', 'dynamic-tool', 'step-start', 'text'])
  })

  // vercel/ai#12709
  it('comes even after the user typed something else meanwhile: its answer goes into the old message', async () => {
    const output = convert(
      ...paused,
      { type: 'user-text', text: 'And the weather?' },
      live.said('Sunny.'),
      live.complete(),
      result('call-1', 'paid'),
      end,
    )
    await expectLegal(output)
    const messages = output.reduce(foldChunk, emptyThread()).messages
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(toolsOf(output.filter(({ messageId }) => messageId === 'message-2'))).toMatchObject([{ state: 'output-available' }])
    expect(await chatProblem(JSON.parse(JSON.stringify(messages)))).toBeNull()
  })

  // vercel/ai#12709
  it('that is still to come leaves a history that can be sent to a model without the open call', async () => {
    const output = convert(...paused, { type: 'user-text', text: 'And the weather?' }, live.said('Sunny.'), live.complete())
    const messages: UIMessage[] = JSON.parse(JSON.stringify(output.reduce(foldChunk, emptyThread()).messages))
    const contents = await convertToModelMessages(messages, { ignoreIncompleteToolCalls: true })
    expect(JSON.stringify(contents)).not.toContain('tool-call')
    expect(contents.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  })

  // vercel/ai#14688, vercel/ai#18457
  it('replayed from its first chunk into a resumed chat shows everything once', async () => {
    const output = convert(
      live.said('Hel'),
      live.content({ modelTurn: { parts: [{ text: 'I think', thought: true }] } }),
      live.said('lo.'),
      live.complete(),
    )
    const [response] = responsesOf(output, 'message-1')
    const stored: UIMessage[] = JSON.parse(JSON.stringify(output.slice(0, 5).reduce(foldChunk, emptyThread()).messages))
    const chat = new Chat<UIMessage>({
      messages: stored,
      transport: {
        sendMessages: async () => streamOf([]),
        reconnectToStream: async () => streamOf(response ?? []),
        resumeStreamIsReplay: true,
      },
    })
    await chat.resumeStream()
    const text = chat.messages.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))
    expect(text).toEqual(['Hello.'])
  })

  // vercel/ai#10344, vercel/ai#15550
  it('keeps the signature of its call if the model needs it', async () => {
    const call = { functionCall: { name: 'pay', args: {}, id: 'c' }, thoughtSignature: 'sig==' }
    const output = play([
      { type: 'text', chunk: { candidates: [{ content: { parts: [call] }, finishReason: 'STOP' }] } },
      askOpen(),
      { type: 'pause' },
      settle({ kind: 'result', output: 'paid' }),
    ])
    const messages: UIMessage[] = JSON.parse(JSON.stringify(output.reduce(foldChunk, emptyThread()).messages))
    expect(JSON.stringify(await convertToModelMessages(messages))).toContain('"google":{"callId":"c","thoughtSignature":"sig=="}')
  })
})
