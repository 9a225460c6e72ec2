import type { Attachment } from '../../shared/attachments/attachment'
import { attachmentChunk } from '../../shared/attachments/attachment-part'
import { type SpeechSketch, SpeechSketcher } from '../../shared/audio/speech-sketch'
import type { PlacedChunk } from '../../shared/protocol/chunks'
import type { ConverterInput } from '../../shared/protocol/converter-input'
import type { LiveSession } from '../models/live/live-session'
import type { UnansweredSpeech } from './unanswered-speech/unanswered-speech'

/** Adds the stored sound of the speech to the metadata of a spoken user message's `finish`. Other chunks are returned unchanged. */
export function withVoice(placed: PlacedChunk, voice: SpeechSketch): PlacedChunk {
  const { chunk } = placed
  if (chunk.type !== 'finish') return placed
  return { ...placed, chunk: { ...chunk, messageMetadata: { ...chunk.messageMetadata, voice: { ...voice } } } }
}

/** Hz */
const MICROPHONE_RATE = 16_000

/** Sends the user's speech to the model, and keeps a sketch of its sound for the thread. */
export interface SpokenInput {
  begin(): void
  /** s16le mono 16 kHz */
  audio(pcm: Uint8Array): void
  /** Sends a picture shown while the user speaks; ignored otherwise. */
  picture(picture: Attachment): void
  /** False if nobody spoke. */
  end(): boolean
  /** The user cancels the speech. False if nobody spoke. */
  cancel(): boolean
  isUnderWay(): boolean
  /** The sound of the last finished speech, until it is taken or other input arrives. */
  voice(): SpeechSketch | null
  forgetVoice(): void
}

/** Dependencies of the spoken input. */
export interface SpokenInputOptions {
  push(input: ConverterInput): void
  session(): Pick<LiveSession, 'activityStart' | 'sendAudio' | 'sendPicture' | 'activityEnd' | 'takeBack'>
  /** The latest turn of the thread. */
  turnId(): string | null
  readonly unanswered: Pick<UnansweredSpeech, 'begin' | 'audio' | 'end' | 'takenBack'>
}

export function createSpokenInput({ push, session, turnId, unanswered }: SpokenInputOptions): SpokenInput {
  let speech: SpeechSketcher | null = null
  let voice: SpeechSketch | null = null

  return {
    begin() {
      speech = new SpeechSketcher(MICROPHONE_RATE)
      push({ type: 'user-speech-start' })
      unanswered.begin(turnId())
      session().activityStart(turnId() ?? undefined)
    },
    audio(pcm) {
      speech?.add(pcm)
      unanswered.audio(pcm)
      session().sendAudio(pcm)
    },
    picture(picture) {
      if (speech === null) return
      const file = attachmentChunk(picture)
      push({ type: 'user-file', file })
      session().sendPicture(file.url)
    },
    end() {
      if (speech === null) return false
      voice = speech.sketch()
      speech = null
      push({ type: 'user-speech-end' })
      unanswered.end()
      session().activityEnd()
      return true
    },
    cancel() {
      if (speech === null) return false
      speech = null
      push({ type: 'user-speech-taken-back' })
      unanswered.takenBack()
      session().takeBack()
      return true
    },
    isUnderWay: () => speech !== null,
    voice: () => voice,
    forgetVoice() {
      voice = null
    },
  }
}
