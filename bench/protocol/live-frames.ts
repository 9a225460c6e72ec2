import { createBoundedThread } from '../../src/main/conversations/bounded-thread'
import { createThreadWriter } from '../../src/main/conversations/thread-writer'
import type { Emit } from '../../src/main/lib/emit'
import { encodeFrame } from '../../src/shared/ipc/frame'
import { countingIds } from '../../src/shared/lib/ids'
import { createConverter } from '../../src/shared/protocol/from-gemini'
import { mean } from '../lib/mean'
import { measureRounds } from '../lib/rounds'
import { randomWords } from './random-words'

/** Frames of 240 ms of speech with a piece of transcript, from the text of the server's message to the frames for the page. */
export interface LiveFrames {
  readonly frames: number
  readonly framesPerSecond: number
  /** Main-thread time of one frame: parsing, converting, folding, and encoding for the page. */
  readonly millisecondsPerFrame: number
}

const FRAMES = 1000
const FRAME_BYTES = 0.24 * 24_000 * 2

function messages(): readonly string[] {
  const words = randomWords(3)
  return Array.from({ length: FRAMES }, () => {
    const data = Buffer.from(Uint8Array.from({ length: FRAME_BYTES }, () => words.number(256))).toString('base64')
    const modelTurn = { role: 'model', parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data } }] }
    return JSON.stringify({ serverContent: { modelTurn, outputTranscription: { text: words.text(1) } } })
  })
}

/** Measures a turn of four minutes of speech. Storing is left out: it is done a few times in a second, not for each frame. */
export async function liveFrames(): Promise<LiveFrames> {
  const texts = messages()
  const clock = { now: () => 0, after: () => ({ cancel: () => undefined }) }
  let bytes = 0
  const emit: Emit = (name, payload) => {
    bytes += encodeFrame({ kind: 'event', name, payload }).byteLength
  }
  const { processor } = await measureRounds(() => {
    bytes = 0
    const converter = createConverter({ newId: countingIds() })
    const writer = createThreadWriter({
      conversationId: 'bench',
      thread: createBoundedThread({ list: () => [], latest: () => ({ messages: [], earlier: 0 }), holds: () => false }),
      clock,
      emit,
      keepFile: (file) => file,
      save: () => undefined,
    })
    for (const text of texts) writer.publish(converter.push({ type: 'live', frame: JSON.parse(text) }))
  })
  if (bytes < FRAMES * FRAME_BYTES) throw new Error(`Only ${bytes} bytes came out.`)
  const millisecondsPerFrame = mean(processor) / FRAMES
  return { frames: FRAMES, framesPerSecond: 1000 / millisecondsPerFrame, millisecondsPerFrame }
}
