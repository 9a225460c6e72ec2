import { SpeechDetector, type SpeechNews, type SpeechRules, WINDOW_LENGTH } from '../../../shared/audio/speech-detector'
import { WindowCutter } from '../../../shared/audio/window-cutter'
import type { MeasuredFrame } from '../worklets/messages'
import type { VoiceModel } from './voice-model'

/** Callbacks of a listener. */
export interface VoiceListenerOptions {
  readonly rules: SpeechRules
  /** Called once, after the first sound was evaluated. */
  onReady(): void
  onNews(news: SpeechNews): void
  onFailure(error: unknown): void
}

/** Turns sound into speech events: evaluates one window after the other, never two at once. */
export interface VoiceListener {
  hear(frame: MeasuredFrame): void
  /** The model is loaded: evaluates the queued sound. */
  begin(model: VoiceModel): void
  change(rules: SpeechRules): void
  setSpeaking(speaking: boolean): void
  /** Ongoing speech counts as beginning now. */
  reset(): void
}

interface Window {
  readonly samples: Float32Array<ArrayBuffer>
  readonly startSample: number
  readonly afterGap: boolean
}

/** 4 s: the recorder buffers no more either. */
const LONGEST_QUEUE = Math.floor((4 * 16_000) / WINDOW_LENGTH)

/** Creates a listener without a model. */
export function createVoiceListener(options: VoiceListenerOptions): VoiceListener {
  const detector = new SpeechDetector(options.rules)
  const queue: Window[] = []
  let model: VoiceModel | null = null
  let busy = false
  let speaking = false
  let ready = false
  let gap = false

  const cutter = new WindowCutter(
    WINDOW_LENGTH,
    (samples, startSample) => {
      queue.push({ samples, startSample, afterGap: gap })
      gap = false
      if (queue.length > LONGEST_QUEUE) {
        queue.shift()
        const [first, ...rest] = queue
        if (first !== undefined) queue.splice(0, queue.length, { ...first, afterGap: true }, ...rest)
      }
      void work()
    },
    () => {
      gap = true
    },
  )

  async function work(): Promise<void> {
    if (model === null || busy) return
    busy = true
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        if (next.afterGap) {
          model.reset()
          report(detector.reset())
        }
        const likelihood = await model.likelihood(next.samples)
        if (!ready) options.onReady()
        ready = true
        report(detector.hear(likelihood, next.startSample, speaking))
      }
    } catch (error) {
      model = null
      options.onFailure(error)
    } finally {
      busy = false
    }
  }

  function report(news: readonly SpeechNews[]): void {
    for (const one of news) options.onNews(one)
  }

  return {
    hear: ({ samples, startSample }) => cutter.push(samples, startSample),
    begin(loaded) {
      model = loaded
      void work()
    },
    change: (rules) => detector.change(rules),
    setSpeaking(now) {
      speaking = now
    },
    reset: () => report(detector.reset()),
  }
}
