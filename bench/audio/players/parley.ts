import { PcmEngine } from '../../../src/shared/audio/pcm-engine'
import { type MakePlayer, SOURCE_RATE } from './player'

/** Parley's own engine. */
export const parley: MakePlayer = () => {
  const engine = new PcmEngine({ sampleRate: SOURCE_RATE })
  const starts = new Map<number, number>()
  return {
    sampleRate: SOURCE_RATE,
    push(turn, samples) {
      const start = starts.get(turn) ?? 0
      starts.set(turn, start + samples.length)
      engine.push(samples, `turn-${turn}`, start)
    },
    end: (turn) => engine.end(`turn-${turn}`),
    flush: (turn) => engine.flush(`turn-${turn}`),
    process: (out) => engine.process(out),
  }
}
