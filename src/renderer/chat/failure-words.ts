import type { CallSummary } from '../../shared/approvals/call-summary'
import { reasonWords } from '../i18n/reason-words'
import type { Translator } from '../i18n/translate'
import type { CallPart } from './call-state'

/** Why a call failed: what Parley said of it, in the language of the page, or what came from elsewhere as it is. */
export function failureWords(part: Extract<CallPart, { state: 'output-error' }>, call: CallSummary | undefined, words: Translator): string {
  // a call that a rule denied unasked ends as an error: the rule has its name in both languages
  if (call?.effect === 'deny') return words.say('tool.ruleName', { number: call.number, name: words.of(call.name) })
  return reasonWords(part.errorText, words)
}
