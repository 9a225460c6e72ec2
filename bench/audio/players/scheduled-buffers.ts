import { type MakePlayer, SOURCE_RATE } from './player'

const START_AFTER = 0.1
const AHEAD = 0.2
const CHECK_MS = 100
const FADE = 0.1
const NEW_GAIN_MS = 200
/** Longer pieces are cut to these. */
const PIECE = 7680

interface Source {
  readonly samples: Int16Array
  readonly start: number
  readonly gain: Gain
}

interface Gain {
  mutedFrom: number | null
}

/**
 * Buffers that a timer of the page starts one after the other, up to 200 ms ahead, each at its own time on the context's clock
 * and converted to the context's rate by itself, between two samples on a straight line. Cutting in turns a gain down over
 * 100 ms; 200 ms later another one takes its place.
 */
export function scheduledBuffers(sampleRate: number): MakePlayer {
  return (page) => {
    let frame = 0
    let queue: Int16Array[] = []
    let sources: Source[] = []
    let gain: Gain = { mutedFrom: null }
    let isPlaying = false
    let nextStart = 0
    let checking = false
    const now = (): number => frame / sampleRate

    function schedule(): void {
      for (let piece = queue[0]; piece !== undefined && nextStart < now() + AHEAD; piece = queue[0]) {
        queue = queue.slice(1)
        const start = Math.max(nextStart, now())
        sources.push({ samples: piece, start, gain })
        nextStart = start + piece.length / SOURCE_RATE
      }
      if (queue.length > 0) page.after(Math.max(0, (nextStart - now()) * 1000 - 50), schedule)
      else if (!checking) {
        checking = true
        page.after(CHECK_MS, check)
      }
    }

    /** From the first time that the queue is empty, every 100 ms. */
    function check(): void {
      if (isPlaying && queue.length > 0) schedule()
      page.after(CHECK_MS, check)
    }

    function value({ samples, start, gain: through }: Source, at: number): number {
      const place = (at / sampleRate - start) * SOURCE_RATE
      const whole = Math.max(0, Math.floor(place))
      const first = samples[whole] ?? 0
      const second = samples[whole + 1] ?? first
      const fade = through.mutedFrom === null ? 1 : Math.max(0, 1 - (at / sampleRate - through.mutedFrom) / FADE)
      return ((first + (second - first) * Math.max(0, place - whole)) / 32_768) * fade
    }

    return {
      sampleRate,
      push(_turn, samples) {
        for (let from = 0; from < samples.length; from += PIECE) queue.push(samples.slice(from, from + PIECE))
        if (isPlaying) return
        isPlaying = true
        nextStart = now() + START_AFTER
        schedule()
      },
      end: () => undefined,
      flush() {
        isPlaying = false
        queue = []
        nextStart = now()
        gain.mutedFrom = now()
        page.after(NEW_GAIN_MS, () => {
          gain = { mutedFrom: null }
        })
      },
      process(out) {
        out.fill(0)
        const until = frame + out.length
        for (const source of sources) {
          const { first, end } = framesOf(source, sampleRate)
          for (let at = Math.max(first, frame); at < Math.min(end, until); at += 1)
            out[at - frame] = (out[at - frame] ?? 0) + value(source, at)
        }
        sources = sources.filter(({ samples, start }) => start + samples.length / SOURCE_RATE + 1 / sampleRate > until / sampleRate)
        frame = until
      },
    }
  }
}

/**
 * The frames in which a source sounds. As it was seen in Chromium: at the sound's own rate sources meet, at another one the last
 * frame of a source and the first of the next can be the same.
 */
function framesOf({ start, samples }: Source, sampleRate: number): { readonly first: number; readonly end: number } {
  if (sampleRate === SOURCE_RATE) {
    const first = Math.round(start * sampleRate)
    return { first, end: first + samples.length }
  }
  const first = Math.floor(start * sampleRate)
  return { first, end: first + Math.ceil((samples.length / SOURCE_RATE) * sampleRate) }
}
