import { mapFinishReason, mapTurnCompleteReason } from '../../shared/protocol/finish-reason'
import type { Translator } from '../i18n/translate'
import type { MessageFacts } from './message-facts'

/** Why an answer ended, as text, unless it ended normally; null otherwise. `goesOn`: its continuation is below. */
export function endingNote(facts: MessageFacts, i18n: Translator, goesOn: boolean): string | null {
  const said = facts.finishMessage === null ? '' : ` ${facts.finishMessage}`
  if (facts.truncated) return i18n.t(goesOn ? 'thread.goesOn' : 'thread.truncated')
  if (facts.rawFinishReason !== null) {
    if (facts.rawFinishReason === 'NEED_MORE_INPUT') return i18n.t('thread.needsMore')
    const reason = facts.refusedTurn ? mapTurnCompleteReason(facts.rawFinishReason) : mapFinishReason(facts.rawFinishReason)
    if (reason === 'length') return i18n.t('thread.length')
    if (reason === 'content-filter') return `${i18n.t('thread.filtered')}${said} (${facts.rawFinishReason})`
    if (reason === 'error') return `${i18n.t('thread.error')}${said} (${facts.rawFinishReason})`
    if (reason === 'other' && facts.empty) return `${i18n.t('thread.empty')} (${facts.rawFinishReason})`
  }
  return facts.empty && !facts.interrupted ? i18n.t('thread.empty') : null
}
