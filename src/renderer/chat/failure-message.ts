import type { CallSummary } from '../../shared/approvals/call-summary'
import { ruleNameText } from '../../shared/approvals/rule-name'
import { errorOf } from '../../shared/protocol/ui-message'
import { makeVisible } from '../../shared/text/make-visible'
import { reasonText } from '../i18n/reason-text'
import type { Translator } from '../i18n/translate'
import type { CallPart } from './call-state'

/** Why a call failed: Parley's message in the page's language, or any other message unchanged. */
export function failureMessage(
  part: Extract<CallPart, { state: 'output-error' }>,
  call: CallSummary | undefined,
  i18n: Translator,
): string {
  // a call that a rule denied without asking ends as an error: the rule has its name in both languages
  if (call?.effect === 'deny') return i18n.t('tool.ruleName', { name: makeVisible(ruleNameText(call.name, i18n)) })
  return reasonText(errorOf(part), i18n)
}
