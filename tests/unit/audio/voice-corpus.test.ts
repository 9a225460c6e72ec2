import { beforeAll, describe, expect, it } from 'vitest'
import { makeCorpus, type Scene } from '../../../bench/voice/corpus'
import { judge, likelihoodsOf, loadShippedModel, type Verdict } from '../../../bench/voice/judge'
import { NOISE_NAMES } from '../../../bench/voice/noises'
import { SpeechDetector, WINDOW_LENGTH } from '../../../src/shared/audio/speech-detector'
import { defaultSpeechSettings, speechRules } from '../../../src/shared/audio/speech-rules'

const verdicts: Verdict[] = []
let scenes: readonly Scene[] = []
const overParley: (readonly number[])[] = []
const names = (wrong: (verdict: Verdict) => boolean): readonly string[] => verdicts.filter(wrong).map(({ scene }) => scene.name)

describe('people and synthetic voices, in quiet and in eight noises, with the default settings', () => {
  beforeAll(async () => {
    // the bench runs all of it; here each voice is tested in quiet, in music, which is most similar to a voice, and in
    // some of the others in turn
    scenes = makeCorpus(NOISE_NAMES.length, 8).filter(
      ({ said, noise }, number) => said === null || noise === 'quiet' || noise === 'music' || number % 4 === 0,
    )
    const model = await loadShippedModel()
    for (const scene of scenes) verdicts.push(await judge(scene, model, speechRules(defaultSpeechSettings)))
    for (const scene of scenes.filter(({ noise }) => noise === 'quiet')) overParley.push(await likelihoodsOf(scene.sound, model))
    await model.close()
  }, 400_000)

  it('are all detected', () => {
    expect(new Set(scenes.flatMap(({ said, noise }) => (said === null ? [] : [noise])))).toEqual(new Set(['quiet', ...NOISE_NAMES]))
    expect(scenes.filter(({ kind }) => kind === 'human').length).toBeGreaterThan(20)
    expect(names(({ missed }) => missed)).toEqual([])
  })

  it('begin no utterance if nobody speaks, and no second one if somebody does', () => {
    expect(scenes.filter(({ said }) => said === null)).toHaveLength(NOISE_NAMES.length)
    expect(names(({ falseStarts }) => falseStarts > 0)).toEqual([])
  })

  it('do not even lower Parley’s voice if there is only noise', () => {
    expect(names(({ scene, dismissed }) => scene.said === null && dismissed > 0)).toEqual([])
  })

  it('are sent from their first syllable on', () => {
    // a breath before the first word may be lost
    expect(names(({ cutMs }) => cutMs > 50)).toEqual([])
  })

  it('are detected over Parley’s own voice, and with headphones never later but often sooner', () => {
    const heardAt = (likelihoods: readonly number[], headphones: boolean): number => {
      const detector = new SpeechDetector(speechRules({ ...defaultSpeechSettings, headphones }))
      return likelihoods.findIndex((likelihood, window) =>
        detector.hear(likelihood, window * WINDOW_LENGTH, true).some(({ type }) => type === 'began'),
      )
    }
    const sooner = overParley.map((likelihoods) => {
      const [without, withThem] = [heardAt(likelihoods, false), heardAt(likelihoods, true)]
      expect(withThem).toBeGreaterThan(0)
      expect(without).toBeGreaterThan(0)
      return without - withThem
    })
    expect(Math.min(...sooner)).toBe(0)
    expect(sooner.filter((windows) => windows > 0).length).toBeGreaterThan(5)
  })
})
