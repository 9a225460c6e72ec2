import { SpeechDetector, type SpeechNews, type SpeechRules, WINDOW_LENGTH } from '../../../shared/audio/speech-detector'
import { WindowCutter } from '../../../shared/audio/window-cutter'
import type { MeasuredFrame } from '../worklets/messages'
import type { VoiceModel } from './voice-model'

/** What a listener asks and tells. */
export interface VoiceListenerOptions {
  readonly rules: SpeechRules
  /** Told once, when the first sound was looked at. */
  onReady(): void
  onNews(news: SpeechNews): void
  onFailure(error: unknown): void
}

/** Sound in, news of speech out: looks at one window after the other, never at two at once. */
export interface VoiceListener {
  hear(frame: MeasuredFrame): void
  /** The model is there: what was heard meanwhile is looked at. */
  begin(model: VoiceModel): void
  change(rules: SpeechRules): void
  setSpeaking(speaking: boolean): void
  /** Speech that goes on counts as beginning anew. */
  reset(): void
}

interface Window {
  readonly samples: Float32Array<ArrayBuffer>
  readonly startSample: number
  readonly afterGap: boolean
}

/** 4 s: what is older is not remembered by the recorder either. */
const LONGEST_QUEUE = Math.floor((4 * 16_000) / WINDOW_LENGTH)

/** Makes a listener that has no model yet. */
export function createVoiceListener(parts: VoiceListenerOptions): VoiceListener {
  const detector = new SpeechDetector(parts.rules)
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
          tell(detector.reset())
        }
        const likelihood = await model.likelihood(next.samples)
        if (!ready) parts.onReady()
        ready = true
        tell(detector.hear(likelihood, next.startSample, speaking))
      }
    } catch (error) {
      model = null
      parts.onFailure(error)
    } finally {
      busy = false
    }
  }

  function tell(news: readonly SpeechNews[]): void {
    for (const one of news) parts.onNews(one)
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
    reset: () => tell(detector.reset()),
  }
}
