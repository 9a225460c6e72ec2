import type { ConverterInput } from '../../shared/protocol/converter-input'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { lastUserText } from '../models/thread-history'
import type { SpokenInput } from './spoken-input'
import type { UnansweredSpeech } from './unanswered-speech/unanswered-speech'
import type { UntranscribedSpeech } from './unanswered-speech/untranscribed-speech'

/** What saying again needs of the conversation. */
export interface SayAgainOptions {
  readonly unanswered: UnansweredSpeech
  readonly speech: Pick<SpokenInput, 'begin' | 'audio' | 'end' | 'isUnderWay'>
  push(input: ConverterInput): void
  /** The latest turn of the thread. */
  turnId(): string | null
  readonly messages: readonly UIMessage[]
  readonly untranscribed: Pick<UntranscribedSpeech, 'lineOf'>
}

/**
 * Says what waits to the session, as if it were spoken now. What was heard of it before stands in the thread already: it is
 * not shown once more. Nothing happens while the user speaks.
 */
export function sayAgain({ unanswered, speech, push, turnId, messages, untranscribed }: SayAgainOptions): void {
  if (speech.isUnderWay()) return
  const turnIds: string[] = []
  for (const waiting of unanswered.waiting()) {
    speech.begin()
    const anew = turnId()
    for (const pcm of waiting.pieces) speech.audio(pcm)
    speech.end()
    if (anew === null) continue
    const first = unanswered.firstTurnOf(waiting.turnId)
    unanswered.saidAgain(waiting.turnId, anew)
    const line = untranscribed.lineOf(anew)
    if (line !== null) push({ type: 'user-speech-resent', turnId: anew, shownIn: line })
    const heard = lastUserText(messages.filter(({ metadata }) => metadata?.turnId === first))
    if (heard !== null) push({ type: 'user-speech-heard', turnId: anew, text: heard.text })
    turnIds.push(anew)
  }
  if (turnIds.length > 0) push({ type: 'user-speech-repeats', turnIds })
}
