import type { ArgumentMatcher } from '../../../shared/approvals/policy-rule'
import type { ToolSummary } from '../../../shared/ipc/tool-calls'
import { type LimitDraft, OPERATORS } from '../../approval/limit-drafts'
import { numberText } from '../../approval/number-text'

/**
 * The limits that a rule about this tool can have, including those it has already; also limits on arguments that the
 * tool does not declare.
 */
export function limitsFor(tools: readonly ToolSummary[], toolName: string, matchers: readonly ArgumentMatcher[]): readonly LimitDraft[] {
  const known = (tools.find((tool) => tool.name === toolName)?.arguments ?? []).flatMap(({ key, type }): readonly LimitDraft[] =>
    type === 'other' || matchers.some((matcher) => matcher.argument === key) ? [] : [emptyLimit(key, type)],
  )
  return [...matchers.map(filledLimit), ...known]
}

function filledLimit({ argument, operator, value }: ArgumentMatcher): LimitDraft {
  if (typeof value === 'number') return { argument, type: 'number', on: true, operator, text: numberText(value) }
  if (typeof value === 'boolean') return { argument, type: 'boolean', on: true, operator, text: String(value) }
  return { argument, type: 'string', on: true, operator, text: value }
}

function emptyLimit(argument: string, type: LimitDraft['type']): LimitDraft {
  return { argument, type, on: false, operator: OPERATORS[type][0] ?? 'equals', text: type === 'boolean' ? 'true' : '' }
}
