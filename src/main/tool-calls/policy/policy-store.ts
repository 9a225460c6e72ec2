import { orderedRules } from '../../../shared/approvals/ordered-rules'
import { decideByPolicy, deniesAll, type PolicyDecision, type RuleVerdict, verdictOf } from '../../../shared/approvals/policy'
import type { NumberedRule, PolicyEffect, PolicyRule, RuleDraft, RuleName } from '../../../shared/approvals/policy-rule'
import type { Clock } from '../../../shared/lib/clock'
import type { NewId } from '../../../shared/lib/ids'
import type { JsonObject } from '../../../shared/lib/json'
import { failure, type Result, success } from '../../../shared/lib/result'
import type { RuleTable } from '../../storage/database/rule-table'
import type { ToolDefaultTable } from '../../storage/database/tool-default-table'
import type { ToolBox } from '../tool-registry'
import type { MainTool } from '../tools/main-tool'
import { ruleRefusal } from './rule-refusal'

/** Dependencies of the policy store. */
export interface PolicyStoreOptions {
  readonly rules: RuleTable
  readonly defaults: ToolDefaultTable
  readonly builtIn: readonly PolicyRule[]
  readonly toolBox: ToolBox
  readonly clock: Clock
  readonly newId: NewId
  /** How many calls a rule has decided. */
  uses(ruleId: string): number
  /** Called after every change of the rules and of the tools' defaults, once it is stored. */
  readonly onChange: () => void
}

/** A call to decide about. */
export interface RuledCall {
  readonly toolName: string
  readonly input: JsonObject
  readonly conversationId: string
}

/** The result of one rule in a trial. */
export interface TriedRule {
  readonly number: number
  readonly name: RuleName
  readonly verdict: RuleVerdict
}

/** The current rules: Parley's own and the user's, in the order in which they decide. */
export interface PolicyStore {
  list(): readonly NumberedRule[]
  /** Decides about a call. */
  decide(call: RuledCall): PolicyDecision
  /** The decision, and the result of each rule up to the deciding one. */
  try(call: RuledCall): { readonly decision: PolicyDecision; readonly trail: readonly TriedRule[] }
  /** Names of the tools whose every call would be denied. Null: in all conversations. */
  hiddenTools(conversationId: string | null): ReadonlySet<string>
  defaultOf(tool: MainTool): PolicyEffect
  setDefault(toolName: string, effect: PolicyEffect): Result<null>
  /** Changes a rule of the user, or adds one: at `place`, or before the user's other rules. */
  save(draft: RuleDraft, place?: number): Result<NumberedRule>
  /**
   * Checks a rule that is created from an answer about this call. `keep` stores it right before the rule that decides now, so that it
   * applies to this call from now on and overrides no rule above.
   */
  prepareRemembered(draft: RuleDraft, call: RuledCall): Result<{ readonly rule: PolicyRule; keep(): void }>
  remove(ruleId: string): Result<{ readonly rule: PolicyRule; readonly place: number }>
  move(ruleId: string, place: number): Result<null>
}

export function createPolicyStore(options: PolicyStoreOptions): PolicyStore {
  const { builtIn, toolBox, clock } = options
  const firstPlace = builtIn.filter(({ effect }) => effect === 'deny').length
  const inOrder = (): readonly PolicyRule[] => orderedRules(builtIn, options.rules.list())
  const defaultOf = (tool: MainTool): PolicyEffect => options.defaults.get(tool.name) ?? tool.approval

  function decideWith(rules: readonly PolicyRule[], call: RuledCall): PolicyDecision {
    const tool = toolBox.find(call.toolName)
    return decideByPolicy(rules, {
      ...call,
      knownSince: tool?.knownSince ?? null,
      risk: tool?.risk ?? 'high',
      toolDefault: tool === null ? 'deny' : defaultOf(tool),
    })
  }

  function numbered(ruleId: string): Result<NumberedRule> {
    const index = inOrder().findIndex((rule) => rule.ruleId === ruleId)
    const rule = inOrder()[index]
    return rule === undefined
      ? failure('rule-unknown', 'This rule does not exist any more. The list shows the rules that hold.')
      : success({ number: index + 1, rule, uses: options.uses(rule.ruleId) })
  }

  function ofUser(ruleId: string): Result<NumberedRule> {
    const found = numbered(ruleId)
    if (!found.ok || found.value.rule.origin === 'user') return found
    return failure('rule-built-in', 'This rule comes with Parley and stays. A rule of your own that stands before it decides first.')
  }

  function store(rules: readonly PolicyRule[]): void {
    options.rules.replace(rules)
    options.onChange()
  }

  /** Inserts a rule among the user's rules. `place` counts in the whole list, from 1. */
  function withRule(rules: readonly PolicyRule[], rule: PolicyRule, place: number): readonly PolicyRule[] {
    const index = Math.min(rules.length, Math.max(0, place - 1 - firstPlace))
    return [...rules.slice(0, index), rule, ...rules.slice(index)]
  }

  function made(draft: RuleDraft): PolicyRule {
    const ruleId = draft.ruleId ?? options.newId('rule')
    return { ...draft, ruleId, origin: 'user', createdAt: clock.now() }
  }

  return {
    list: () => inOrder().map((rule, index) => ({ number: index + 1, rule, uses: options.uses(rule.ruleId) })),
    decide: (call) => decideWith(inOrder(), call),
    try(call) {
      const rules = inOrder()
      const decision = decideWith(rules, call)
      const asked = rules.slice(0, decision.number)
      const knownSince = toolBox.find(call.toolName)?.knownSince ?? null
      return {
        decision,
        trail: asked.map((rule, index) => ({ number: index + 1, name: rule.name, verdict: verdictOf(rule, { ...call, knownSince }) })),
      }
    },
    hiddenTools(conversationId) {
      const rules = inOrder()
      const hidden = toolBox.tools.filter((tool) => deniesAll(rules, { name: tool.name, toolDefault: defaultOf(tool) }, conversationId))
      return new Set(hidden.map(({ name }) => name))
    },
    defaultOf,
    setDefault(toolName, effect) {
      const tool = toolBox.find(toolName)
      if (tool === null) return failure('tool-unknown', 'This tool does not exist. The list shows the tools there are.')
      if (tool.risk === 'high' && effect === 'allow') {
        return failure('rule-needs-limit', `${toolName} can't be undone, so it is only allowed by a rule with a limit on an argument.`)
      }
      options.defaults.set(toolName, effect)
      options.onChange()
      return success(null)
    },
    save(draft, place) {
      const refusal = ruleRefusal(draft, toolBox.tools)
      if (refusal !== null) return { ok: false, error: refusal }
      const rules = options.rules.list()
      const known = draft.ruleId === null ? null : numbered(draft.ruleId)
      if (known?.ok === true && known.value.rule.origin === 'built-in') return ofUser(known.value.rule.ruleId)
      const rule = made(draft)
      const isThere = rules.some(({ ruleId }) => ruleId === rule.ruleId)
      store(
        isThere
          ? rules.map((one) => (one.ruleId === rule.ruleId ? { ...rule, createdAt: one.createdAt } : one))
          : withRule(rules, rule, place ?? 1),
      )
      return numbered(rule.ruleId)
    },
    prepareRemembered(draft, call) {
      const refusal = ruleRefusal(draft, toolBox.tools)
      if (refusal !== null) return { ok: false, error: refusal }
      const rule = made(draft)
      if (verdictOf(rule, call) !== 'decides') {
        return failure(
          'rule-does-not-fit',
          'The rule would not hold for this very call. Change its limits, or answer without making a rule.',
        )
      }
      return success({
        rule,
        keep: () => store(withRule(options.rules.list(), rule, decideWith(inOrder(), call).number)),
      })
    },
    remove(ruleId) {
      const found = ofUser(ruleId)
      if (!found.ok) return found
      store(options.rules.list().filter((rule) => rule.ruleId !== ruleId))
      return success({ rule: found.value.rule, place: found.value.number })
    },
    move(ruleId, place) {
      const found = ofUser(ruleId)
      if (!found.ok) return found
      const others = options.rules.list().filter((rule) => rule.ruleId !== ruleId)
      store(withRule(others, found.value.rule, place))
      return success(null)
    },
  }
}
