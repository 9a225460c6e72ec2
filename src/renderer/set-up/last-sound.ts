import { bytesToSamples, int16ToFloats } from '../../shared/audio/pcm'

const RATE = 16_000
const KEPT_SECONDS = 3

/** The last seconds of the microphone's sound, only in memory. */
export interface LastSound {
  push(pcm: Uint8Array): void
  clear(): void
  /** Plays them at this output; empty: the default. Resolves at the end. Sound in the meantime is not buffered. */
  play(loudspeakerId: string): Promise<void>
}

export function createLastSound(): LastSound {
  let pieces: Float32Array<ArrayBuffer>[] = []
  let playing = false

  return {
    push(pcm) {
      if (playing) return
      pieces.push(int16ToFloats(bytesToSamples(pcm)))
      let length = pieces.reduce((sum, piece) => sum + piece.length, 0)
      while (length - (pieces[0]?.length ?? 0) >= KEPT_SECONDS * RATE) length -= pieces.shift()?.length ?? 0
    },
    clear() {
      pieces = []
    },
    async play(loudspeakerId) {
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
      if (length === 0 || playing) return
      playing = true
      const context = new AudioContext()
      try {
        await context.setSinkId(loudspeakerId).catch(() => undefined)
        const buffer = context.createBuffer(1, length, RATE)
        let at = 0
        for (const piece of pieces) {
          buffer.getChannelData(0).set(piece, at)
          at += piece.length
        }
        const source = context.createBufferSource()
        source.buffer = buffer
        source.connect(context.destination)
        await new Promise<void>((ended) => {
          source.onended = () => ended()
          source.start()
        })
      } finally {
        playing = false
        await context.close()
      }
    },
  }
}
