import type { Fixture } from '../../shared/fixtures/fixture'
import type { NoticeService } from '../lib/notices'
import type { PlayerObserver } from './simulator/player-types'

/** What the demo understands in one conversation: the sentences that it offers, and no speech. */
export interface DemoSpeech {
  /** The observer of a recording's player, which plays an answer only to what this recording answers. */
  observing(observer: PlayerObserver): PlayerObserver
  /** Whether the user has to pick a sentence before anything that is said is answered. */
  offers(): boolean
  /** The user picked the sentence of this recording: it answers what is said next. */
  picked(fixture: Fixture): void
  /** The user typed this; `answering`: the recording of this sentence, if there is one. */
  typed(text: string, answering: Fixture | undefined): void
}

/** Dependencies of the demo's understanding. */
export interface DemoSpeechOptions {
  readonly conversationId: string
  readonly notices: Pick<NoticeService, 'show' | 'clear'>
  /** Whether the user picks what the demo answers; otherwise a recording answers whatever is said and typed. */
  picks(): boolean
  /** Speech is not answered. */
  onNotUnderstood(): void
}

/**
 * Creates it for one conversation; no sentence is picked. The demo can't recognise speech: what is said counts as the sentence that
 * the user picked. Without one it gets no answer and no words, and a notice of the kind `not-heard` without detail offers the
 * sentences. With one, a notice names the recording that plays, once.
 */
export function createDemoSpeech({ conversationId, notices, picks, onNotUnderstood }: DemoSpeechOptions): DemoSpeech {
  let pick: Fixture | null = null
  let unknownText: string | null = null
  let named = false

  function clear(): void {
    for (const kind of ['not-recorded', 'not-heard'] as const) notices.clear(kind, conversationId)
  }

  const hasSpoken = (): boolean => pick !== null && pick.protocol !== 'gemini-text'

  function understandsSpeech(): boolean {
    if (pick === null || !hasSpoken()) {
      notices.show({ conversationId, kind: 'not-heard', cause: null, detail: '' })
      onNotUnderstood()
      return false
    }
    clear()
    if (!named) notices.show({ conversationId, kind: 'not-heard', cause: null, detail: pick.fixtureId })
    named = true
    return true
  }

  return {
    observing: (observer) => ({
      ...observer,
      waits(expectation) {
        // it was played to its end
        if (expectation === null) pick = null
        observer.waits(expectation)
      },
      understands(input) {
        if (!picks()) return true
        return input.kind === 'text' ? input.text !== unknownText : understandsSpeech()
      },
    }),
    offers: () => picks() && !hasSpoken(),
    picked(fixture) {
      pick = fixture
      clear()
    },
    typed(text, answering) {
      unknownText = answering === undefined ? text : null
      clear()
      if (answering !== undefined) pick = answering
      else notices.show({ conversationId, kind: 'not-recorded', cause: null, detail: '' })
    },
  }
}
