import { CaptureEngine } from '../../src/shared/audio/capture-framer'
import { PcmEngine } from '../../src/shared/audio/pcm-engine'
import { CAPTURE_RATE, PLAYBACK_RATE } from '../../src/shared/audio/rates'
import { Resampler } from '../../src/shared/audio/resample'
import { mean } from '../lib/mean'
import { measureRounds } from '../lib/rounds'
import { tone } from './play'

/** Processor time for one second of sound, in ms. */
export interface Cost {
  readonly name: string
  readonly msPerSecond: number
}

const BLOCK = 128
const SECONDS = 10

/** What Parley's own parts cost, each alone. */
export async function processorCosts(): Promise<readonly Cost[]> {
  return [
    await cost('capture: frames of 20 ms with half a second of pre-roll', capture),
    await cost('playback at speed 1', () => playback(1)),
    await cost('playback at speed 1.25', () => playback(1.25)),
    await cost('resampler, 48 to 16 kHz', resampling),
  ]
}

async function cost(name: string, work: () => void): Promise<Cost> {
  const { processor } = await measureRounds(work)
  return { name, msPerSecond: mean(processor) / SECONDS }
}

function capture(): void {
  const engine = new CaptureEngine({
    frameLength: CAPTURE_RATE / 50,
    preRollLength: CAPTURE_RATE / 2,
    onFrame: () => undefined,
    onEnd: () => undefined,
  })
  const block = new Float32Array(BLOCK).fill(0.1)
  engine.start('talk-1')
  for (let at = 0; at < SECONDS * CAPTURE_RATE; at += BLOCK) engine.push(block)
}

const answer = tone(SECONDS * PLAYBACK_RATE, 0, SECONDS * PLAYBACK_RATE)

function playback(speed: number): void {
  const engine = new PcmEngine({ sampleRate: PLAYBACK_RATE })
  engine.setSpeed(speed)
  for (let start = 0; start < answer.length; start += 5760) engine.push(answer.subarray(start, start + 5760), 'turn-1', start)
  engine.end('turn-1')
  const block = new Float32Array(BLOCK)
  for (let at = 0; at < answer.length / speed; at += BLOCK) engine.process(block)
}

function resampling(): void {
  const resampler = new Resampler(48_000, CAPTURE_RATE)
  const block = new Int16Array(480).fill(1000)
  for (let at = 0; at < SECONDS * 48_000; at += block.length) resampler.push(block)
}
