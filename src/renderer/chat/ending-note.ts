import { mapFinishReason, mapTurnCompleteReason } from '../../shared/protocol/finish-reason'
import type { Translator } from '../i18n/translate'
import type { MessageFacts } from './message-facts'

/** Why an answer ended, in words, where it did not simply end; null otherwise. `goesOn`: its rest stands below it. */
export function endingNote(facts: MessageFacts, words: Translator, goesOn: boolean): string | null {
  const said = facts.finishMessage === null ? '' : ` ${facts.finishMessage}`
  if (facts.truncated) return words.say(goesOn ? 'thread.goesOn' : 'thread.truncated')
  if (facts.rawFinishReason !== null) {
    if (facts.rawFinishReason === 'NEED_MORE_INPUT') return words.say('thread.needsMore')
    const reason = facts.refusedTurn ? mapTurnCompleteReason(facts.rawFinishReason) : mapFinishReason(facts.rawFinishReason)
    if (reason === 'length') return words.say('thread.length')
    if (reason === 'content-filter') return `${words.say('thread.filtered')}${said} (${facts.rawFinishReason})`
    if (reason === 'error') return `${words.say('thread.error')}${said} (${facts.rawFinishReason})`
    if (reason === 'other' && facts.empty) return `${words.say('thread.empty')} (${facts.rawFinishReason})`
  }
  return facts.empty && !facts.interrupted ? words.say('thread.empty') : null
}
