import { bytesToSamples, samplesToBytes } from '../../../shared/audio/pcm'
import { CAPTURE_RATE } from '../../../shared/audio/rates'
import { SpeechSketcher } from '../../../shared/audio/speech-sketch'
import { readWav, writeWav } from '../../../shared/audio/wav'
import type { NewId } from '../../../shared/lib/ids'
import type { DataChunk, PlacedChunk } from '../../../shared/protocol/chunks'
import type { ConverterInput, SoundMessage, UserSound } from '../../../shared/protocol/converter-input'
import type { UIMessage } from '../../../shared/protocol/ui-message'
import type { WholeSound } from '../../models/read-aloud/read-aloud'
import type { AttachmentTable } from '../../storage/database/attachment-table'
import type { SpokenTurn, UnansweredSpeech } from './unanswered-speech'

type SpeechData = Extract<DataChunk, { readonly type: 'data-speech' }>['data']

/** What was said and nobody transcribed: its lines in the thread, and their sound. */
export interface UntranscribedSpeech {
  /** What the session has not answered, and no word of which was heard, gets its line in the thread. */
  show(): void
  /** What an earlier run of the app left, and never showed, gets its line in the thread: that run was killed. */
  showLeft(): void
  /** The line that shows the sound of this turn, which is said again now; null where it has none, or words. */
  lineOf(turnId: string): SoundMessage | null
  /** The user discards what waits: its lines go. */
  drop(): void
  /** Hears of every chunk before it is folded: where a line loses its sound, the sound is erased. */
  passes(placed: PlacedChunk): void
  /** The sound of a line, to be played; null where there is none. */
  sound(messageId: string): WholeSound | null
}

/** What it reaches. */
export interface UntranscribedSpeechOptions {
  readonly conversationId: string
  readonly attachments: Pick<AttachmentTable, 'add' | 'content' | 'remove'>
  readonly unanswered: Pick<UnansweredSpeech, 'spoken' | 'waiting' | 'firstTurnOf'>
  readonly newId: NewId
  messages(): readonly UIMessage[]
  /** What is stored of the conversation, on every branch of it. */
  storedMessages(): readonly UIMessage[]
  /** The turn of the thread in which the words of a turn stand. */
  standsIn(turnId: string): string
  push(input: ConverterInput): void
  publish(placed: readonly PlacedChunk[]): void
}

/** How the file with the sound is called. */
const FILE_NAME = 'speech.wav'

/** Keeps the sound beside the messages, as a file of the conversation: it is exported, and erased, with it. */
export function createUntranscribedSpeech(options: UntranscribedSpeechOptions): UntranscribedSpeech {
  const { conversationId, attachments, unanswered } = options

  function messageOf(turnId: string): UIMessage | undefined {
    return options.messages().find(({ role, metadata }) => role === 'user' && metadata?.turnId === turnId)
  }

  /** Null where the disk does not take it: the line is shown all the same. */
  function keep(samples: Int16Array): string | null {
    const attachmentId = options.newId('attachment')
    const content = writeWav({ sampleRate: CAPTURE_RATE, channels: 1, samples })
    const facts = { attachmentId, fileName: FILE_NAME, mediaType: 'audio/wav', width: null, height: null, isDraft: false } as const
    try {
      attachments.add(conversationId, facts, content)
      return attachmentId
    } catch {
      return null
    }
  }

  function soundOf({ pieces }: SpokenTurn): UserSound {
    const sketcher = new SpeechSketcher(CAPTURE_RATE)
    for (const piece of pieces) sketcher.add(piece)
    return { attachmentId: keep(bytesToSamples(Buffer.concat(pieces))), voice: sketcher.sketch() }
  }

  function showOne(spoken: SpokenTurn): void {
    const { turnId } = spoken
    if (messageOf(options.standsIn(unanswered.firstTurnOf(turnId))) !== undefined) return
    const sound = soundOf(spoken)
    options.push({ type: 'user-speech-unheard', turnId, sound })
    if (sound.attachmentId !== null && messageOf(turnId) === undefined) attachments.remove(conversationId, sound.attachmentId)
  }

  function lineOf(turnId: string): SoundMessage | null {
    const first = unanswered.firstTurnOf(turnId)
    const message = messageOf(first)
    const data = message === undefined ? null : shownSpeech(message)
    return message === undefined || data === null ? null : { turnId: first, messageId: message.id, durationMs: data.durationMs }
  }

  return {
    show: () => unanswered.spoken().forEach(showOne),
    showLeft() {
      const left = unanswered.waiting()
      if (left.length === 0) return
      const shown = new Set(options.storedMessages().map(({ metadata }) => metadata?.turnId))
      for (const spoken of left) {
        if (!shown.has(spoken.turnId)) options.publish(withSound(spoken.turnId, options.newId('message'), soundOf(spoken)))
      }
    },
    lineOf,
    drop() {
      for (const { turnId } of unanswered.waiting()) {
        const line = lineOf(turnId)
        if (line !== null) options.publish(withoutSound(line))
      }
    },
    passes({ messageId, chunk }) {
      if (chunk.type !== 'data-speech' || chunk.data.shown) return
      const message = options.messages().find(({ id }) => id === messageId)
      const before = message === undefined ? null : shownSpeech(message)
      if (before !== null && before.attachmentId !== null) attachments.remove(conversationId, before.attachmentId)
    },
    sound(messageId) {
      const message = options.messages().find(({ id }) => id === messageId)
      const attachmentId = message === undefined ? null : (shownSpeech(message)?.attachmentId ?? null)
      const content = attachmentId === null ? null : attachments.content(conversationId, attachmentId)
      const read = content === null ? null : readWav(content)
      if (read === null || !read.ok) return null
      return { sampleRate: read.value.sampleRate, pcm: samplesToBytes(read.value.samples) }
    },
  }
}

/** The sound that a message shows in place of words; null where it shows none. */
function shownSpeech({ parts }: UIMessage): SpeechData | null {
  const part = parts.find((one) => one.type === 'data-speech')
  return part?.type === 'data-speech' && part.data.shown ? part.data : null
}

/** The chunks of a message that shows the sound of a turn that the converter of this run does not know. */
function withSound(turnId: string, messageId: string, { attachmentId, voice }: UserSound): readonly PlacedChunk[] {
  const { durationMs, bars } = voice
  const chunks = [
    { type: 'start', messageId, messageMetadata: { turnId, voice: { durationMs, bars } } },
    { type: 'data-speech', id: 'speech', data: { attachmentId, durationMs, shown: true } },
    { type: 'finish', finishReason: 'stop' },
  ] as const
  return chunks.map((chunk) => ({ turnId, messageId, role: 'user', chunk }))
}

/** The chunks that take the sound off a line. */
function withoutSound({ turnId, messageId, durationMs }: SoundMessage): readonly PlacedChunk[] {
  const data = { attachmentId: null, durationMs, shown: false }
  const chunks = [
    { type: 'start', messageId },
    { type: 'data-speech', id: 'speech', data },
    { type: 'finish', finishReason: 'stop' },
  ] as const
  return chunks.map((chunk) => ({ turnId, messageId, role: 'user', chunk }))
}
