import fc from 'fast-check'
import { expect, test } from 'vitest'
import { implementTool, type MainTool } from '../../../src/main/tool-calls/tools/main-tool'
import type { PolicyEffect } from '../../../src/shared/approvals/policy-rule'
import type { JsonObject } from '../../../src/shared/lib/json'
import { jsonObjectSchema } from '../../../src/shared/lib/json-object'
import { messageOf } from '../../../src/shared/messages/message'
import { defineTool } from '../../../src/shared/tools/define-tool'
import { approvalBench } from '../../support/approval-bench'
import { scaled } from '../../support/scale'

const step = fc.oneof(
  fc.record({ type: fc.constant('call' as const), call: fc.constantFrom('call-1', 'call-2', 'call-3') }),
  fc.record({ type: fc.constant('answer' as const), call: fc.constantFrom('call-1', 'call-2', 'call-3'), approved: fc.boolean() }),
  fc.record({ type: fc.constant('run' as const), call: fc.constantFrom('call-1', 'call-2', 'call-3') }),
  fc.record({ type: fc.constant('change' as const), definitionHash: fc.constantFrom('a', 'b') }),
  fc.record({ type: fc.constant('rule' as const), effect: fc.constantFrom<PolicyEffect>('allow', 'ask', 'deny') }),
)

/** A tool of a server in this definition, which notes its runs. */
function serverTool(definitionHash: string, ran: (toolCallId: string, definitionHash: string) => void): MainTool {
  const definition = defineTool<JsonObject, JsonObject>({
    ...{ name: 'notes__write', risk: 'medium', description: 'Writes.', input: jsonObjectSchema, output: jsonObjectSchema },
    ...{ approval: 'ask', idempotent: false, timeoutMs: 1000, runs: 'main', hint: () => 'w', icon: 'plug', secretArguments: [] },
    ...{ question: () => 'Write?', destination: () => 'notes', effect: () => 'written' },
  })
  const run = async (_: JsonObject, { toolCallId }: { readonly toolCallId: string }): Promise<JsonObject> => {
    ran(toolCallId, definitionHash)
    return {}
  }
  const tool = implementTool(definition, { run, recall: () => null })
  return { ...tool, definitionHash, textSource: { kind: 'server', name: 'notes' }, whenStopped: messageOf('outcome-unknown') }
}

test('in whatever order things happen, a tool of a server runs only for a yes or a rule, once, and in the definition that was shown', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 30, size: 'max' }), async (steps) => {
      const runs: { readonly call: string; readonly hash: string }[] = []
      let current = 'a'
      const tools = { a: serverTool('a', note), b: serverTool('b', note) }
      function note(call: string, hash: string): void {
        runs.push({ call, hash })
      }
      const bench = approvalBench({ tools: () => [], addedTools: () => [current === 'a' ? tools.a : tools.b] })
      const { queue, judge, runner, policy } = bench
      /** the definitions that each call may run in, by what was decided about it */
      const allowed = new Map<string, string>()
      const asked = new Map<string, string>()
      for (const next of steps) {
        const call = { conversationId: 'conversation-1', toolName: 'notes__write', input: { text: 'hello' } }
        if (next.type === 'change') current = next.definitionHash
        else if (next.type === 'rule')
          policy.save({
            ...{ ruleId: null, name: { en: next.effect }, tool: 'notes__write', matchers: [], scope: { kind: 'always' } },
            effect: next.effect,
          })
        else if (next.type === 'call' && !asked.has(next.call) && !allowed.has(next.call)) {
          const judgement = judge.judge({ ...call, toolCallId: next.call, turnId: next.call })
          if (judgement.kind === 'allow') allowed.set(next.call, current)
          if (judgement.kind !== 'ask') continue
          const { checked, rule } = judgement
          queue.ask({
            ...{ ...call, toolCallId: next.call, turnId: next.call, messageId: next.call, risk: checked.tool.risk, destination: '' },
            ...{ question: { en: 'Write?' }, definitionHash: checked.tool.definitionHash, rule, questions: 1, expiresInMs: 60_000 },
          })
          asked.set(next.call, current)
        } else if (next.type === 'answer') {
          const shown = queue.ofCall(next.call)
          if (shown === null) continue
          const { approvalId, inputHash } = shown
          const decided = queue.decide({ approvalId, inputHash, approved: next.approved })
          if (decided.ok && next.approved) allowed.set(next.call, asked.get(next.call) ?? '')
        } else if (next.type === 'run') {
          const before = runs.length
          await runner.run({ ...call, toolCallId: next.call })
          const began = runs.slice(before)
          expect(began.length).toBeLessThanOrEqual(1)
          for (const { hash } of began) expect(hash).toBe(allowed.get(next.call))
        }
      }
      expect(new Set(runs.map(({ call }) => call)).size).toBe(runs.length)
      queue.close()
      bench.store.close()
    }),
    { numRuns: scaled(300) },
  )
})
