import {
  convertToModelMessages,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConverterInput } from '../../../src/shared/protocol/converter-input'
import { chunkProblem, messagesProblem, readMessages } from '../../support/ai-reader'
import { createAutoContinue } from '../../support/auto-continue'
import { live, pcm } from '../../support/converter-script'
import { ConverterServer, type ToolKind } from '../../support/converter-server'
import { asSendAutomatically, chatProblem, type Decision, ScriptedChat } from '../../support/scripted-chat'
import { lintStream } from '../../support/stream-lint'

// the name of a tool says who runs it and what the user will decide
const server = ['server-look']
const asked = ['asked-approve', 'asked-deny', 'asked-expire', 'asked-withdraw']
const client = ['client-place']
const askedClient = ['asked-client-approve', 'asked-client-deny']

const kindOf = (name: string): ToolKind =>
  name.startsWith('asked-client') ? 'asked-client' : name.startsWith('asked') ? 'asked' : name.startsWith('client') ? 'client' : 'server'
const decide = (name: string): Decision => (name.endsWith('deny') ? 'deny' : name.endsWith('expire') ? 'expire' : 'approve')

interface Round {
  readonly before: string
  readonly thought: string
  readonly tools: readonly string[]
}

interface Conversation {
  readonly source: 'live' | 'text' | 'adk'
  readonly turns: readonly { readonly rounds: readonly Round[]; readonly after: string }[]
}

function conversations(tools: readonly string[]): fc.Arbitrary<Conversation> {
  const words = fc.constantFrom('', 'One moment.', '少々お待ちください。')
  const round = fc.record({ before: words, thought: words, tools: fc.array(fc.constantFrom(...tools), { minLength: 1, maxLength: 3 }) })
  const turn = fc.record({ rounds: fc.array(round, { maxLength: 3 }), after: fc.constantFrom('Done.', '終わりました。') })
  return fc.record({ source: fc.constantFrom('live', 'text', 'adk'), turns: fc.array(turn, { minLength: 1, maxLength: 2 }) })
}

function scriptOf({ source, turns }: Conversation): readonly ConverterInput[] {
  return turns.flatMap(({ rounds, after }, turn) => {
    const write = writers[source]
    return [...rounds.flatMap((round, index) => write.round(round, `call-${turn}-${index}`)), ...write.ending(after)]
  })
}

function callParts({ tools }: Round, id: string): readonly object[] {
  return tools.map((name, index) => ({
    functionCall: { name, args: { n: index }, id: `${id}-${index}` },
    ...(index === 0 && { thoughtSignature: `signature-${id}` }),
  }))
}

const speech = { inlineData: { mimeType: 'audio/pcm', data: pcm(20) } }
const said = (text: string, thought = false) => (text === '' ? [] : [thought ? { text, thought } : { text }])

const writers: Record<
  Conversation['source'],
  { round(round: Round, id: string): readonly ConverterInput[]; ending(text: string): readonly ConverterInput[] }
> = {
  live: {
    round: (round, id) => [
      ...said(round.thought, true).map((part) => live.content({ modelTurn: { parts: [part] } })),
      ...(round.before === '' ? [] : [live.content({ modelTurn: { parts: [speech] } }), live.said(round.before)]),
      live.frame({
        toolCall: { functionCalls: callParts(round, id).map((part) => Object.assign({}, part, Reflect.get(part, 'functionCall'))) },
      }),
    ],
    ending: (text) => [live.said(text), live.content({ modelTurn: { parts: [speech] } }), live.complete()],
  },
  text: {
    round: (round, id) =>
      [...said(round.thought, true), ...said(round.before), ...callParts(round, id)].map((part, index, all) => ({
        type: 'text',
        chunk: { candidates: [{ content: { role: 'model', parts: [part] }, ...(index === all.length - 1 && { finishReason: 'STOP' }) }] },
      })),
    ending: (text) => [
      { type: 'text', chunk: { candidates: [{ content: { parts: [{ text }] }, finishReason: 'STOP' }] } },
      { type: 'end' },
    ],
  },
  adk: {
    round: (round, id) => [
      {
        type: 'adk',
        event: {
          author: 'agent',
          content: { role: 'model', parts: [...said(round.thought, true), ...said(round.before), ...callParts(round, id)] },
        },
      },
    ],
    ending: (text) => [
      { type: 'adk', event: { author: 'agent', content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' } },
      { type: 'end' },
    ],
  },
}

type Rule = (conversation: { messages: UIMessage[] }) => boolean

const theirRules: Rule = (conversation) =>
  lastAssistantMessageIsCompleteWithApprovalResponses(conversation) || lastAssistantMessageIsCompleteWithToolCalls(conversation)
const ourRule = (): Rule => asSendAutomatically(createAutoContinue(new Set([...client, ...askedClient])))

async function judge(conversation: Conversation, goesOn: Rule, doubleClicks: boolean): Promise<void> {
  const backend = new ConverterServer({
    script: scriptOf(conversation),
    kindOf,
    typed: true,
    withdrawn: new Set(['asked-withdraw']),
  })
  const scripted = new ScriptedChat({ server: backend, goesOn, kindOf, decide, doubleClicks })
  for (const _ of conversation.turns) await scripted.say('Please.')
  const { messages } = scripted.chat
  expect(backend.isExhausted).toBe(true)
  expect(backend.requests).toHaveLength(backend.responses)
  expect(messages.map(({ role }) => role)).toEqual(conversation.turns.flatMap(() => ['user', 'assistant']))
  expect(await chatProblem(messages)).toBeNull()
  expect(lintStream(backend.output)).toEqual([])
  for (const { chunk } of backend.output) expect(await chunkProblem(chunk)).toBeNull()
  expect(await messagesProblem(await readMessages(backend.output))).toBeNull()
  expect(await signaturesIn(messages)).toEqual(signaturesOf(conversation))
  expect(wordsIn(messages, 'text')).toEqual(
    conversation.turns.map(({ rounds, after }) => rounds.map(({ before }) => before).join('') + after),
  )
  expect(wordsIn(messages, 'reasoning')).toEqual(conversation.turns.map(({ rounds }) => rounds.map(({ thought }) => thought).join('')))
}

/** The text and thoughts of each answer, over all its parts. */
function wordsIn(messages: readonly UIMessage[], kind: 'text' | 'reasoning'): readonly string[] {
  const answers = messages.filter(({ role }) => role === 'assistant')
  return answers.map(({ parts }) => parts.map((part) => (part.type === kind ? part.text : '')).join(''))
}

function signaturesOf({ turns }: Conversation): readonly string[] {
  return turns.flatMap(({ rounds }, turn) => rounds.map((_, index) => `signature-call-${turn}-${index}`))
}

/** The signatures that would be sent to the model again. */
async function signaturesIn(messages: readonly UIMessage[]): Promise<readonly string[]> {
  const contents = await convertToModelMessages(structuredClone([...messages]))
  return contents.flatMap(({ content }) =>
    (typeof content === 'string' ? [] : content).flatMap((part) => {
      const signature = part.type === 'tool-call' ? part.providerOptions?.google?.thoughtSignature : undefined
      return typeof signature === 'string' ? [signature] : []
    }),
  )
}

describe('a generated conversation in the real chat', () => {
  it('continues by the AI SDK’s two rules: one request per response, one message per turn, results before what follows', async () => {
    await fc.assert(
      fc.asyncProperty(conversations([...server, ...asked, ...client]), fc.boolean(), (conversation, doubleClicks) =>
        judge(conversation, theirRules, doubleClicks),
      ),
      { numRuns: 100 },
    )
  }, 60_000)

  it('continues by our rule, even if the client runs an approved tool', async () => {
    await fc.assert(
      fc.asyncProperty(conversations([...server, ...asked, ...client, ...askedClient]), fc.boolean(), (conversation, doubleClicks) =>
        judge(conversation, ourRule(), doubleClicks),
      ),
      { numRuns: 100 },
    )
  }, 60_000)
})
