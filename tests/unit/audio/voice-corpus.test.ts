import { beforeAll, describe, expect, it } from 'vitest'
import { makeCorpus, type Scene } from '../../../bench/voice/corpus'
import { judge, loadShippedModel, type Verdict } from '../../../bench/voice/judge'
import { NOISE_NAMES } from '../../../bench/voice/noises'
import { defaultSpeechSettings, speechRules } from '../../../src/shared/audio/speech-rules'

const verdicts: Verdict[] = []
let scenes: readonly Scene[] = []
const names = (wrong: (verdict: Verdict) => boolean): readonly string[] => verdicts.filter(wrong).map(({ scene }) => scene.name)

describe('people and voices of a machine, in quiet and in eight noises, at the settings that everybody begins with', () => {
  beforeAll(async () => {
    scenes = makeCorpus(8, 30)
    const model = await loadShippedModel()
    for (const scene of scenes) verdicts.push(await judge(scene, model, speechRules(defaultSpeechSettings)))
    await model.close()
  }, 120_000)

  it('are all heard', () => {
    expect(new Set(scenes.flatMap(({ said, noise }) => (said === null ? [] : [noise])))).toEqual(new Set(['quiet', ...NOISE_NAMES]))
    expect(scenes.filter(({ kind }) => kind === 'human').length).toBeGreaterThan(20)
    expect(names(({ missed }) => missed)).toEqual([])
  })

  it('begin no speech where nobody speaks, and no second one where somebody does', () => {
    expect(scenes.filter(({ said }) => said === null)).toHaveLength(NOISE_NAMES.length)
    expect(names(({ falseStarts }) => falseStarts > 0)).toEqual([])
  })

  it('do not even make Parley step back where only noise is heard', () => {
    expect(names(({ scene, dismissed }) => scene.said === null && dismissed > 0)).toEqual([])
  })

  it('are sent from their first syllable on', () => {
    // a breath before the first word may be lost
    expect(names(({ cutMs }) => cutMs > 50)).toEqual([])
  })
})
