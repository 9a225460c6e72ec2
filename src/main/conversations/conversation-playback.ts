import type { WholeSound } from '../models/read-aloud/read-aloud'
import type { ConversationOptions } from './conversation-options'
import type { StatusTracker } from './conversation-status'
import { createSoundGate, type PieceOfSound } from './sounding-turn'
import type { UsageTotals } from './usage-totals'

/** What sounds in one conversation: the spoken answer, or an answer that is read aloud. The page plays one at a time. */
export interface ConversationPlayback {
  /** Audio of an answer has arrived: it ends what is read aloud. False when answers are shown but not played. */
  answerSounds(turnId: string, sound: PieceOfSound): boolean
  /** No more sound is on its way for now: what is queued is played to its last sample. More may still come. */
  end(turnId: string | null): void
  /** Ends what is read aloud. False if nothing is. */
  stopReading(): boolean
  /** Stops the sound of an answer at once. False if there was none. */
  cutAnswer(): boolean
  /** The page has played `samples` samples of this turn; `done` when nothing is left. */
  played(turnId: string, samples: number, done: boolean): void
  /** Reads a text of this message aloud. */
  read(messageId: string, text: string): void
  /** Plays a stored sound of this message. */
  play(messageId: string, sound: WholeSound): void
}

/** Dependencies of the playback. */
export interface ConversationPlaybackOptions
  extends Pick<ConversationOptions, 'conversationId' | 'clock' | 'emit' | 'isSilent' | 'createReader'> {
  readonly status: StatusTracker
  readonly usage: UsageTotals
  /** Up to which sample an answer was played, or shown without sound. */
  answerPlayed(turnId: string, samples: number): void
}

/** Creates the playback of one conversation; nothing sounds. */
export function createConversationPlayback(options: ConversationPlaybackOptions): ConversationPlayback {
  const { conversationId, clock, emit, status, usage, answerPlayed } = options
  const flush = (turnId: string) => emit('playback.flush', { conversationId, turnId })
  const sound = createSoundGate({ ...status, clock, isSilent: options.isSilent, passedBy: answerPlayed, flush })
  const reader = options.createReader({
    onBegin: sound.begin,
    onSound: (piece) => emit('playback.pcm', { conversationId, ...piece }),
    onEnd: end,
    onState: status.reading,
    onUsage(turnId, model, took) {
      if (usage.readAloud(turnId, model, took)) status.usage(usage)
    },
  })

  function end(turnId: string | null): void {
    if (turnId === null) return
    emit('playback.end', { conversationId, turnId })
    sound.allSent(turnId)
  }

  function stopReading(): boolean {
    const turnId = reader.stop()
    if (turnId === null) return false
    // what the user said is no speech of Parley's: the gate knows nothing of it
    if (!sound.cut()) flush(turnId)
    return true
  }

  return {
    answerSounds(turnId, piece) {
      stopReading()
      return sound.goesToPage(turnId, piece)
    },
    end,
    stopReading,
    cutAnswer: sound.cut,
    played(turnId, samples, done) {
      if (!reader.played(turnId, samples, done)) answerPlayed(turnId, samples)
      sound.played(turnId, samples, done)
    },
    read: reader.start,
    play: reader.play,
  }
}
