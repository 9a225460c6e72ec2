import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { loadVoiceModel, type VoiceModel } from '../../src/renderer/audio/voice/voice-model'
import { SpeechDetector, type SpeechRules, WINDOW_LENGTH } from '../../src/shared/audio/speech-detector'
import type { Scene } from './corpus'
import { RATE } from './sound'

/** What the product made of a scene. Times in ms; `late`: from the first audible sound to the decision. */
export interface Verdict {
  readonly scene: Scene
  readonly missed: boolean
  /** Speeches that begin where nobody speaks, or split what was said in one. */
  readonly falseStarts: number
  /** Moments of quiet that no speech came of. */
  readonly dismissed: number
  readonly late: number | null
  /** How much of the beginning is not sent. */
  readonly cutMs: number
}

/** The model that the product ships, in Node. */
export async function loadShippedModel(): Promise<VoiceModel> {
  const file = createRequire(import.meta.url).resolve('@ricky0123/vad-web/dist/silero_vad_v6.onnx')
  return loadVoiceModel(new Uint8Array(await readFile(file)))
}

/** How likely the model takes each window of a sound for a voice. */
export async function likelihoodsOf(sound: Float32Array, model: VoiceModel): Promise<readonly number[]> {
  model.reset()
  const likelihoods: number[] = []
  for (let start = 0; start + WINDOW_LENGTH <= sound.length; start += WINDOW_LENGTH) {
    likelihoods.push(await model.likelihood(sound.subarray(start, start + WINDOW_LENGTH)))
  }
  return likelihoods
}

/** Hears a scene with the product's model and rules. */
export async function judge(scene: Scene, model: VoiceModel, rules: SpeechRules): Promise<Verdict> {
  const detector = new SpeechDetector(rules)
  const starts: { readonly from: number; readonly decidedAt: number }[] = []
  let dismissed = 0
  for (const [window, likelihood] of (await likelihoodsOf(scene.sound, model)).entries()) {
    const start = window * WINDOW_LENGTH
    for (const news of detector.hear(likelihood, start, false)) {
      if (news.type === 'began') starts.push({ from: news.from, decidedAt: start + WINDOW_LENGTH })
      else if (news.type === 'dismissed') dismissed += 1
    }
  }
  const { said } = scene
  const right = said === null ? undefined : starts.find(({ decidedAt }) => decidedAt >= said.from && decidedAt <= said.to + RATE / 2)
  const milliseconds = (samples: number): number => (samples / RATE) * 1000
  return {
    scene,
    missed: said !== null && right === undefined,
    falseStarts: starts.length - (right === undefined ? 0 : 1),
    dismissed,
    late: said === null || right === undefined ? null : milliseconds(right.decidedAt - said.from),
    cutMs: said === null || right === undefined ? 0 : Math.max(0, milliseconds(right.from - said.from)),
  }
}
