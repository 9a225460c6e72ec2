import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openMemoryStore } from '../../../src/main/storage/database/open-store'
import { countingIds } from '../../../src/shared/lib/ids'
import { type ApprovalBench, approvalBench } from '../../support/approval-bench'
import { createFakeClock, type FakeClock } from '../../support/fake-clock'
import { paymentQuestion } from '../../support/payment-approval'
import { scaled } from '../../support/scale'
import { type Transfers, transferTool } from '../../support/transfer-tool'
import { decidingPlace, effectOf, holdsFor, type ModelCall, type ModelRule, questionsFor } from './gate-model'

const OPEN_MS = 120_000
/** 13 fails, 1000 and more need two approvals. */
const amount = fc.constantFrom(13, 100, 500, 1000, 2000)
const call = fc.constantFrom('call-1', 'call-2', 'call-3', 'call-4')
const rule = fc.record({
  effect: fc.constantFrom('allow' as const, 'deny' as const, 'ask' as const),
  operator: fc.constantFrom('at-most' as const, 'at-least' as const),
  value: fc.constantFrom(100, 500, 1500),
})
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('call' as const), call, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('answer' as const),
      call,
      approved: fc.boolean(),
      edit: fc.option(amount, { freq: 4 }),
      remember: fc.option(fc.constantFrom(100, 500, 1500), { freq: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('answer-again' as const), call, approved: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('forge' as const), approvalId: fc.constantFrom('approval-1', 'approval-99', '__proto__') }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('run' as const), call, amount: fc.option(amount, { freq: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('stop-in-the-middle' as const), call, done: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('withdraw' as const), call }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('close' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('rule' as const), rule }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('remove-rule' as const), index: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('time' as const), ms: fc.constantFrom(1, 60_000, OPEN_MS) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restart' as const), ms: fc.constantFrom(0, OPEN_MS - 1, OPEN_MS) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** The code and the model side by side. The transfers are the external world: they survive every restart. */
class World {
  readonly transfers: Transfers = { made: [] }
  readonly made: { toolCallId: string; amount: number }[] = []
  readonly calls = new Map<string, ModelCall>()
  rules: readonly ModelRule[] = []
  hang: 'never' | 'before' | 'after' = 'never'
  readonly #clock = createFakeClock()
  readonly #newId = countingIds()
  readonly #store = openMemoryStore({ clock: this.#clock, unreadable: () => {} })
  /** the current program: timers of an earlier one no longer fire */
  #program = {}
  bench = this.#start()

  #start(): ApprovalBench {
    const program = {}
    this.#program = program
    const clock: FakeClock = {
      ...this.#clock,
      after: (delayMs, task) => this.#clock.after(delayMs, () => (this.#program === program ? task() : undefined)),
    }
    const waitIf = (when: World['hang']) => async (): Promise<void> => {
      if (this.hang === when) await new Promise(() => {})
    }
    const tool = transferTool(this.transfers, { before: waitIf('before'), after: waitIf('after') })
    return approvalBench({ clock, store: this.#store, newId: this.#newId, rules: [], tools: () => [tool] })
  }

  async take(next: Step): Promise<void> {
    this.#expire()
    switch (next.type) {
      case 'call':
        return this.#call(next.call, next.amount)
      case 'answer':
        return this.#answer(next)
      case 'answer-again':
        return this.#answerAgain(next.call, next.approved)
      case 'forge': {
        const forged = { approvalId: next.approvalId, inputHash: 'f'.repeat(64), approved: true }
        expect(this.bench.queue.decide(forged).ok).toBe(false)
        return
      }
      case 'run':
        return this.#run(next.call, next.amount)
      case 'stop-in-the-middle':
        return this.#stopInTheMiddle(next.call, next.done)
      case 'withdraw':
        this.bench.queue.withdraw({ toolCallId: next.call }, 'taken back')
        this.#takeBack(this.calls.get(next.call))
        return
      case 'close':
        this.bench.queue.withdraw({ conversationId: 'conversation-1' }, 'The session ended.')
        for (const known of this.calls.values()) this.#takeBack(known)
        return
      case 'rule':
        this.#saveRule(next.rule)
        return
      case 'remove-rule': {
        const stored = this.bench.policy.list()[next.index]
        if (stored === undefined) return
        expect(this.bench.policy.remove(stored.rule.ruleId).ok).toBe(true)
        this.rules = this.rules.toSpliced(next.index, 1)
        return
      }
      case 'time':
        this.bench.clock.advance(next.ms)
        return
      case 'restart':
        this.#restart(next.ms)
    }
  }

  #expire(): void {
    const now = this.bench.clock.now()
    for (const known of this.calls.values()) if (known.question !== null && now >= known.question.expiresAt) this.#end(known)
  }

  #end(known: ModelCall): void {
    known.state = 'over'
    known.question = null
  }

  /** An unused yes of the user can be withdrawn; a call that a rule allowed has no approval. */
  #takeBack(known: ModelCall | undefined): void {
    if (known?.effect === 'ask' && (known.state === 'open' || known.state === 'yes')) this.#end(known)
  }

  #call(toolCallId: string, value: number): void {
    const { judge, queue, clock } = this.bench
    const judgement = judge.judge({ toolCallId, conversationId: 'conversation-1', toolName: 'transfer', input: { amount: value } })
    const known = this.calls.get(toolCallId)
    if (known !== undefined) {
      expect(judgement.kind).toBe(known.amount === value ? known.effect : 'refused')
      return
    }
    const said = effectOf(this.rules, value)
    const repeated = [...this.calls.values()].some((earlier) => hasRunWith(earlier, value))
    const effect = said === 'allow' && repeated ? 'ask' : said
    expect(judgement.kind).toBe(effect)
    const made: ModelCall = {
      amount: value,
      effect,
      state: effect === 'allow' ? 'yes' : 'over',
      question: null,
      effective: value,
      begun: false,
      edits: [],
    }
    this.calls.set(toolCallId, made)
    if (judgement.kind !== 'ask') return
    const { questions } = judgement.checked.prepared
    expect(questions).toHaveLength(questionsFor(value))
    const facts = { toolCallId, toolName: 'transfer', questions: questions.length, expiresInMs: OPEN_MS }
    const { approvalId, inputHash } = queue.ask(paymentQuestion(facts, { amount: value }))
    made.state = 'open'
    made.question = { approvalId, inputHash, shown: value, index: 1, expiresAt: clock.now() + OPEN_MS }
  }

  #answer({ call: toolCallId, approved, edit, remember }: Extract<Step, { type: 'answer' }>): void {
    const known = this.calls.get(toolCallId)
    if (known?.question == null) return
    const { approvalId, inputHash, shown, index } = known.question
    const effective = approved ? (edit ?? shown) : shown
    const kept: ModelRule | null = remember === null ? null : { effect: approved ? 'allow' : 'deny', operator: 'at-most', value: remember }
    const another = approved && index < questionsFor(effective)
    const counts =
      (approved || edit === null) &&
      !(effective !== shown && effectOf(this.rules, effective) === 'deny') &&
      (kept === null || (!another && holdsFor(kept, effective)))
    const decided = this.bench.queue.decide({
      approvalId,
      inputHash,
      approved,
      ...(edit !== null && { editedInput: { amount: edit } }),
      ...(remember !== null && {
        remember: { scope: 'always' as const, matchers: [{ argument: 'amount', operator: 'at-most' as const, value: remember }] },
      }),
    })
    expect(decided.ok).toBe(counts)
    if (!counts) return
    if (approved && edit !== null) known.edits.push(edit)
    if (kept !== null) this.rules = this.rules.toSpliced(decidingPlace(this.rules, effective), 0, kept)
    if (!approved) this.#end(known)
    else if (another) this.#nextQuestion(toolCallId, known, effective, index + 1)
    else Object.assign(known, { state: 'yes', question: null, effective })
  }

  #nextQuestion(toolCallId: string, known: ModelCall, shown: number, index: number): void {
    const asked = this.bench.queue.ofCall(toolCallId)
    expect(asked).toMatchObject({ state: 'requested', input: { amount: shown }, step: { index, of: questionsFor(shown) } })
    const { approvalId, inputHash } = asked ?? { approvalId: '', inputHash: '' }
    known.question = { approvalId, inputHash, shown, index, expiresAt: this.bench.clock.now() + OPEN_MS }
  }

  /** Every approval of a call except the open one has its answer: another one never counts. */
  #answerAgain(toolCallId: string, approved: boolean): void {
    const waiting = this.calls.get(toolCallId)?.question?.approvalId
    for (const { approvalId, inputHash } of this.bench.queue.stepsOfCall(toolCallId)) {
      if (approvalId !== waiting) expect(this.bench.queue.decide({ approvalId, inputHash, approved }).ok).toBe(false)
    }
  }

  async #run(toolCallId: string, other: number | null): Promise<void> {
    const known = this.calls.get(toolCallId)
    const value = other ?? known?.amount ?? 100
    const outcome = await this.bench.runner.run(this.#runnable(toolCallId, value))
    if (known === undefined || known.amount !== value) {
      expect(outcome.kind).toBe('error')
      return
    }
    const works = known.effective !== 13
    expect(outcome.kind).toBe(known.state === 'ran' || (known.state === 'yes' && works) ? 'result' : 'error')
    if (outcome.kind === 'result') expect(outcome.output).toEqual({ moved: known.effective })
    if (known.state !== 'yes') return
    known.begun = true
    known.state = works ? 'ran' : 'over'
    if (works) this.made.push({ toolCallId, amount: known.effective })
  }

  async #stopInTheMiddle(toolCallId: string, done: boolean): Promise<void> {
    const known = this.calls.get(toolCallId)
    if (known === undefined) return
    const runs = known.state === 'yes' && known.effective !== 13
    this.hang = done ? 'after' : 'before'
    if (!runs) {
      this.hang = 'never'
      return
    }
    void this.bench.runner.run(this.#runnable(toolCallId, known.amount))
    // the run has reached the point where it waits
    await new Promise((resolve) => setImmediate(resolve))
    this.hang = 'never'
    known.begun = true
    known.state = done ? 'ran' : 'over'
    if (done) this.made.push({ toolCallId, amount: known.effective })
    this.#restart(0)
  }

  #restart(ms: number): void {
    this.bench.queue.close()
    this.bench.clock.advance(ms)
    this.#expire()
    for (const known of this.calls.values()) if (known.state === 'yes' && known.effect === 'ask') this.#end(known)
    this.bench = this.#start()
  }

  #saveRule({ effect, operator, value }: ModelRule): void {
    const matchers = [{ argument: 'amount', operator, value }]
    const name = { en: 'a rule', ja: 'ルール' }
    expect(this.bench.policy.save({ ruleId: null, tool: 'transfer', effect, scope: { kind: 'always' }, matchers, name }).ok).toBe(true)
    this.rules = [{ effect, operator, value }, ...this.rules]
  }

  #runnable(toolCallId: string, value: number) {
    return { toolCallId, conversationId: 'conversation-1', toolName: 'transfer', input: { amount: value } }
  }
}

/** A call that a rule allowed, or that began by a yes, with this amount: as it came, or as the user changed it. */
function hasRunWith({ effect, amount, begun, edits }: ModelCall, value: number): boolean {
  if (effect === 'allow') return amount === value
  return begun && (amount === value || edits.includes(value))
}

/** In the trail, every run follows a yes to its call that was not withdrawn in between, and no call runs twice. */
function checkTrail({ audit }: ApprovalBench, made: World['made']): void {
  expect(audit.verify().brokenAt).toBeNull()
  const allowed = new Set<string>()
  const done: string[] = []
  for (const { subject, event } of audit.list({}, 500).toReversed()) {
    if (event.kind === 'decided' && event.decision === 'allowed') allowed.add(subject.toolCallId)
    if (event.kind === 'decided' && ['denied', 'expired', 'withdrawn'].includes(event.decision)) allowed.delete(subject.toolCallId)
    if (event.kind !== 'executed') continue
    expect(allowed.has(subject.toolCallId)).toBe(true)
    if (event.outcome === 'done') done.push(subject.toolCallId)
  }
  expect(done.toSorted()).toEqual(made.map(({ toolCallId }) => toolCallId).toSorted())
}

test('whatever the order of rules, answers, changes, restarts and forgeries: a tool with effects ran if and only if a valid yes of the user or of a rule was recorded before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }), async (steps) => {
      const world = new World()
      for (const next of steps) await world.take(next)
      expect(world.transfers.made).toEqual(world.made)
      expect(world.bench.policy.list().map(({ rule: { effect } }) => effect)).toEqual(world.rules.map(({ effect }) => effect))
      checkTrail(world.bench, world.made)
      expect(world.bench.reports).toEqual([])
      world.bench.queue.close()
      world.bench.store.close()
    }),
    { numRuns: scaled(400) },
  )
}, 120_000)
