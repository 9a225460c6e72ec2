import type { CallSummary } from '../../shared/approvals/call-summary'
import { errorOf } from '../../shared/protocol/ui-message'
import { makeVisible } from '../../shared/text/make-visible'
import { reasonText } from '../i18n/reason-text'
import type { Translator } from '../i18n/translate'
import type { CallPart } from './call-state'

/** Why a call failed: what Parley said of it, in the language of the page, or what came from elsewhere as it is. */
export function failureMessage(
  part: Extract<CallPart, { state: 'output-error' }>,
  call: CallSummary | undefined,
  i18n: Translator,
): string {
  // a call that a rule denied unasked ends as an error: the rule has its name in both languages
  if (call?.effect === 'deny') return i18n.t('tool.ruleName', { number: call.number, name: makeVisible(i18n.of(call.name)) })
  return reasonText(errorOf(part), i18n)
}
