import { type PolicyRule, policyRuleSchema } from '../../../shared/approvals/policy-rule'
import { z } from '../../../shared/lib/zod'
import { jsonText, type SqlDatabase } from './sql-database'

/** The user's rules in order. An unreadable row is reported to `unreadable` and skipped: what it allowed needs approval again. */
export interface RuleTable {
  list(): readonly PolicyRule[]
  /** Replaces the whole list: rules that are not in it are removed. */
  replace(rules: readonly PolicyRule[]): void
}

const rowSchema = z.object({ ruleId: z.string(), json: z.string() })
const ruleText = jsonText(policyRuleSchema)

export function ruleTable(database: SqlDatabase, unreadable: (ruleId: string) => void): RuleTable {
  return {
    list: () =>
      database.all(rowSchema, 'SELECT ruleId, json FROM policy_rules ORDER BY position').flatMap(({ ruleId, json }) => {
        const rule = ruleText.safeParse(json)
        if (!rule.success) unreadable(ruleId)
        return rule.success ? [rule.data] : []
      }),
    replace(rules) {
      database.durably(() => {
        database.run('DELETE FROM policy_rules')
        for (const [position, rule] of rules.entries()) {
          database.run('INSERT INTO policy_rules (ruleId, position, json) VALUES (?, ?, ?)', rule.ruleId, position, JSON.stringify(rule))
        }
      })
    },
  }
}
