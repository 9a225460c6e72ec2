import type { PolicyEffect, RuleDraft } from '../../shared/approvals/policy-rule'
import { type Result, success } from '../../shared/lib/result'
import type { AppStore } from './store'

/** The user's actions on rules. Main's reply is the new list; a refusal changes nothing. */
export interface RuleActions {
  /** Loads the rules and the tools. */
  readRules(): Promise<Result<unknown>>
  setToolDefault(toolName: string, effect: PolicyEffect): Promise<Result<unknown>>
  saveRule(rule: RuleDraft): Promise<Result<unknown>>
  moveRule(ruleId: string, place: number): Promise<Result<unknown>>
  removeRule(ruleId: string): Promise<Result<unknown>>
  /** Restores the last removed rule at its place. */
  bringRuleBack(): Promise<Result<unknown>>
}

/** Binds the rule actions to one store. */
export function createRuleActions({ api, client }: AppStore): RuleActions {
  return {
    async readRules() {
      const [rules, tools] = await Promise.all([client.call('rules.list', null), client.call('tools.list', null)])
      if (!rules.ok) return rules
      if (!tools.ok) return tools
      api.setState({ rules: rules.value.rules, tools: tools.value.tools })
      return success(null)
    },
    async setToolDefault(toolName, effect) {
      const reply = await client.call('tools.setDefault', { toolName, effect })
      if (reply.ok) api.setState({ tools: reply.value.tools })
      return reply
    },
    async saveRule(rule) {
      const reply = await client.call('rules.save', { rule })
      if (reply.ok) api.setState({ rules: reply.value.rules })
      return reply
    },
    async moveRule(ruleId, place) {
      const reply = await client.call('rules.move', { ruleId, place })
      if (reply.ok) api.setState({ rules: reply.value.rules })
      return reply
    },
    async removeRule(ruleId) {
      const reply = await client.call('rules.remove', { ruleId })
      if (reply.ok) api.setState({ rules: reply.value.rules, removedRule: { rule: reply.value.rule, place: reply.value.place } })
      return reply
    },
    async bringRuleBack() {
      const { removedRule } = api.getState()
      if (removedRule === null) return success(null)
      const { ruleId: _id, origin: _origin, createdAt: _time, ...facts } = removedRule.rule
      const reply = await client.call('rules.save', {
        rule: { ...facts, ruleId: null },
        place: removedRule.place,
      })
      if (reply.ok) api.setState({ rules: reply.value.rules, removedRule: null })
      return reply
    },
  }
}
