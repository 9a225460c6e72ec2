import { lastAssistantMessageIsCompleteWithApprovalResponses, lastAssistantMessageIsCompleteWithToolCalls, type UIMessage } from 'ai'
import { describe, expect, it } from 'vitest'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { chunkProblem, messagesProblem, readMessages } from '../../support/ai-reader'
import { createAutoContinue } from '../../support/auto-continue'
import { ConverterServer, type ToolKind } from '../../support/converter-server'
import { bundledFixture } from '../../support/fixture-facts'
import { scriptOf } from '../../support/fixture-script'
import { asSendAutomatically, chatProblem, type Decision, ScriptedChat } from '../../support/scripted-chat'
import { lintStream } from '../../support/stream-lint'

const fixtures = await Promise.all(['weather', 'weather-text', 'payment', 'interruption'].map(bundledFixture))
const kindOf = (toolName: string): ToolKind => (toolName === 'process_payment' ? 'asked' : 'server')

type Ending = Decision | 'withdraw'

const rules = {
  "the AI SDK's two rules": () => (conversation: { messages: UIMessage[] }) =>
    lastAssistantMessageIsCompleteWithApprovalResponses(conversation) || lastAssistantMessageIsCompleteWithToolCalls(conversation),
  'our rule': () => asSendAutomatically(createAutoContinue(new Set())),
}

const endings: readonly Ending[] = ['approve', 'deny', 'expire', 'withdraw']
const cases = fixtures.flatMap((fixture) =>
  Object.entries(rules).flatMap(([ruleName, rule]) =>
    (fixture.fixtureId === 'payment' ? endings : endings.slice(0, 1)).map((ending) => ({
      name: fixture.fixtureId,
      fixture,
      ruleName,
      rule,
      ending,
    })),
  ),
)

describe('a bundled recording in the real chat', () => {
  it.each(cases)('$name, $ending, with $ruleName: one request per response, one message per turn', async ({ fixture, rule, ending }) => {
    const withdrawn = new Set(ending === 'withdraw' ? ['process_payment'] : [])
    const server = new ConverterServer({ script: scriptOf(fixture), kindOf, withdrawn, typed: fixture.protocol === 'gemini-text' })
    const decide = (): Decision => (ending === 'withdraw' ? 'approve' : ending)
    const scripted = new ScriptedChat({ server, goesOn: rule(), kindOf, decide, doubleClicks: true })
    let said = 0
    while (!server.isExhausted) {
      await scripted.say(fixture.prompt.en)
      said += 1
    }
    const { messages } = scripted.chat
    expect(server.requests).toHaveLength(server.responses)
    expect(messages.map(({ role }) => role)).toEqual(Array.from({ length: said }, () => ['user', 'assistant']).flat())
    expect(await chatProblem(messages)).toBeNull()
    expect(lintStream(server.output)).toEqual([])
    for (const { chunk } of server.output) expect(await chunkProblem(chunk)).toBeNull()
    expect(await messagesProblem(await readMessages(server.output))).toBeNull()
    const folded = server.output.reduce(foldChunk, emptyThread()).messages
    expect(await messagesProblem(JSON.parse(JSON.stringify(folded)))).toBeNull()
    const payments = messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'dynamic-tool' && part.toolName === 'process_payment' ? [part.state] : [])),
    )
    const states = { approve: 'output-available', deny: 'output-denied', expire: 'output-denied', withdraw: 'output-error' }
    if (fixture.fixtureId === 'payment') expect(payments).toEqual([states[ending]])
  })
})
