import { describe, expect, test } from 'vitest'
import { openMemoryStore } from '../../../src/main/storage/database/open-store'
import type { Store } from '../../../src/main/storage/database/store'
import { callHash, inputHash } from '../../../src/main/tool-calls/approvals/input-hash'
import { createToolBox } from '../../../src/main/tool-calls/tool-registry'
import { implementTool, type MainTool } from '../../../src/main/tool-calls/tools/main-tool'
import { decideByPolicy, type PolicyCall } from '../../../src/shared/approvals/policy'
import type { PolicyRule } from '../../../src/shared/approvals/policy-rule'
import { z } from '../../../src/shared/lib/zod'
import { messageOf } from '../../../src/shared/messages/message'
import { defineTool } from '../../../src/shared/tools/define-tool'
import { approvalBench } from '../../support/approval-bench'
import { createFakeClock } from '../../support/fake-clock'

const definition = defineTool({
  name: 'notes__write',
  description: 'Writes a note.',
  input: z.strictObject({ text: z.string() }),
  output: z.strictObject({ written: z.boolean() }),
  risk: 'medium',
  approval: 'ask',
  idempotent: false,
  timeoutMs: 1000,
  runs: 'main',
  hint: () => 'Writes a note',
  icon: 'plug',
  secretArguments: [],
  question: () => 'Write a note?',
  destination: () => '',
  effect: () => 'written',
})
const lost = messageOf('outcome-unknown')

/** A tool of a server, as of this definition. */
function serverTool(definitionHash: string, change: Partial<MainTool> = {}): MainTool {
  const tool = implementTool(definition, { run: async () => ({ written: true }), recall: () => null })
  return { ...tool, definitionHash, whenStopped: lost, ...change }
}

const call = { conversationId: 'conversation-1', toolCallId: 'call-1', toolName: 'notes__write', input: { text: 'hello' } }

/** A bench with a list of tools that can change, and a question about the call. */
function askedBench(tool: MainTool) {
  let tools = [tool]
  const bench = approvalBench({ tools: () => [], addedTools: () => tools })
  const judgement = bench.judge.judge(call)
  if (judgement.kind !== 'ask') throw new Error(`the call became ${judgement.kind}`)
  const { checked, rule } = judgement
  const [question] = checked.prepared.questions
  if (question === undefined) throw new Error('no question')
  const approval = bench.queue.ask({
    ...call,
    turnId: 'turn-1',
    messageId: 'message-1',
    risk: checked.tool.risk,
    question,
    destination: '',
    definitionHash: checked.tool.definitionHash,
    rule,
    questions: 1,
    expiresInMs: 60_000,
  })
  return {
    ...bench,
    approval,
    replace(...next: readonly MainTool[]) {
      tools = [...next]
    },
  }
}

describe('a yes', () => {
  test('for a tool of a server runs it once', async () => {
    const { queue, runner, approval } = askedBench(serverTool('a'))
    expect(queue.decide({ approvalId: approval.approvalId, inputHash: approval.inputHash, approved: true })).toMatchObject({ ok: true })
    expect(await runner.run(call)).toMatchObject({ kind: 'result', output: { written: true } })
  })

  test('does not run the tool if its definition changed meanwhile', async () => {
    const { queue, runner, approval, replace, store } = askedBench(serverTool('a'))
    replace(serverTool('b'))
    queue.decide({ approvalId: approval.approvalId, inputHash: approval.inputHash, approved: true })
    expect(await runner.run(call)).toMatchObject({ kind: 'error', errorText: messageOf('asked-about-others') })
    expect(store.executions.get('call-1')).toBeNull()
  })

  test('does not run the tool if it was withdrawn meanwhile', async () => {
    const { queue, runner, approval, replace } = askedBench(serverTool('a'))
    replace()
    queue.decide({ approvalId: approval.approvalId, inputHash: approval.inputHash, approved: true })
    expect(await runner.run(call)).toMatchObject({ kind: 'error', errorText: { code: 'no-such-tool' } })
  })
})

describe('a call that may have had its effect', () => {
  test('ends as unknown if it takes too long, and is not run again', async () => {
    const tool = serverTool('a')
    let runs = 0
    const hanging: MainTool = {
      ...tool,
      prepare(input) {
        const prepared = tool.prepare(input)
        if (!prepared.ok) return prepared
        const run = () => {
          runs += 1
          return new Promise<never>(() => {})
        }
        return { ok: true, value: { ...prepared.value, run } }
      },
    }
    const { queue, runner, approval, clock } = askedBench(hanging)
    queue.decide({ approvalId: approval.approvalId, inputHash: approval.inputHash, approved: true })
    const outcome = runner.run(call)
    clock.advance(1000)
    expect(await outcome).toMatchObject({ kind: 'error', errorText: lost })
    expect(await runner.run(call)).toMatchObject({ kind: 'error', errorText: lost })
    expect(runs).toBe(1)
  })

  test('ends as unknown after a restart, also if its server is gone', () => {
    const bench = askedBench(serverTool('a'))
    bench.store.executions.begin({ ...call, approvalId: null, inputHash: 'hash', startedAt: 0 })
    bench.replace()
    const { store } = bench.restart()
    expect(store.executions.get('call-1')).toMatchObject({ state: 'failed', errorText: lost })
  })
})

test.each([
  ['allow', ['disk', 'effect']],
  ['ask', ['disk']],
  ['deny', ['disk']],
] as const)('a call that a rule decides with “%s” waits for the disk once, before anything happens', async (effect, expected) => {
  const happened: string[] = []
  const store = openMemoryStore({ clock: createFakeClock(), unreadable: () => {} })
  const counting: Store = {
    ...store,
    durably(body) {
      happened.push('disk')
      return store.durably(body)
    },
    executions: {
      ...store.executions,
      begin(execution) {
        happened.push('disk')
        return store.executions.begin(execution)
      },
    },
  }
  const run = async () => {
    happened.push('effect')
    return { written: true }
  }
  const tool = { ...implementTool(definition, { run, recall: () => null }), approval: effect }
  const { judge, runner, audit } = approvalBench({ store: counting, tools: () => [tool] })
  expect(judge.judge(call).kind).toBe(effect)
  await runner.run(call)
  expect(happened).toEqual(expected)
  expect(audit.list({}, 10).map(({ event }) => event.kind)).toEqual([...(effect === 'allow' ? ['executed'] : []), 'decided', 'requested'])
})

test('a built-in tool is found before an added one of the same name, and the list changes with the added ones', () => {
  const builtIn = serverTool('built-in')
  let added: readonly MainTool[] = [serverTool('added')]
  const box = createToolBox([builtIn], () => added)
  expect(box.find('notes__write')).toBe(builtIn)
  expect(box.tools).toBe(box.tools)
  added = []
  expect(box.tools).toEqual([builtIn])
})

test('the hash of a call is that of its arguments, and for a tool that may change also of its definition', () => {
  expect(callHash({ a: 1 }, null)).toBe(inputHash({ a: 1 }))
  expect(new Set([callHash({ a: 1 }, null), callHash({ a: 1 }, 'x'), callHash({ a: 1 }, 'y'), callHash({ a: 2 }, 'x')]).size).toBe(4)
})

test('a rule that allows does not allow a tool that was first seen after it was made, by a pattern or by its name; one that denies does', () => {
  const rule: PolicyRule = {
    ruleId: 'rule-1',
    name: { en: 'a rule' },
    tool: 'notes__*',
    matchers: [],
    scope: { kind: 'always' },
    effect: 'allow',
    origin: 'user',
    createdAt: 100,
  }
  const seen = (knownSince: number): PolicyCall => ({ ...call, risk: 'medium', toolDefault: 'ask', knownSince })
  expect(decideByPolicy([rule], seen(99)).effect).toBe('allow')
  expect(decideByPolicy([rule], seen(101)).effect).toBe('ask')
  expect(decideByPolicy([{ ...rule, tool: 'notes__write' }], seen(99)).effect).toBe('allow')
  expect(decideByPolicy([{ ...rule, tool: 'notes__write' }], seen(101)).effect).toBe('ask')
  expect(decideByPolicy([{ ...rule, effect: 'deny' }], seen(101)).effect).toBe('deny')
})
