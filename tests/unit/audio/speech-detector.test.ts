import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SpeechDetector, type SpeechNews, type SpeechRules, WINDOW_LENGTH } from '../../../src/shared/audio/speech-detector'
import { defaultSpeechSettings, speechRules } from '../../../src/shared/audio/speech-rules'

const rules = speechRules(defaultSpeechSettings)

/** Feeds windows of these likelihoods, one after the other; returns the events, each with the number of its window. */
function hear(likelihoods: readonly number[], given: Partial<SpeechRules> = {}, speaking: (index: number) => boolean = () => false) {
  const detector = new SpeechDetector({ ...rules, ...given })
  return likelihoods.flatMap((likelihood, index) =>
    detector.hear(likelihood, index * WINDOW_LENGTH, speaking(index)).map((news) => ({ index, ...news })),
  )
}

const times = (count: number, likelihood: number): number[] => Array.from({ length: count }, () => likelihood)
const types = (news: readonly SpeechNews[]): readonly string[] => news.map(({ type }) => type)
const always = () => true

describe('speech', () => {
  it('has its onset after two consecutive windows, is confirmed after three, and ends after the pause', () => {
    const news = hear([...times(20, 0.1), ...times(10, 0.9), ...times(rules.pauseWindows, 0.1)])
    expect(news).toEqual([
      { index: 21, type: 'onset' },
      { index: 22, type: 'began', from: 20 * WINDOW_LENGTH - rules.preRollLength },
      { index: 29 + rules.pauseWindows, type: 'ended' },
    ])
  })

  it('does not begin with single windows, however many', () => {
    expect(hear(times(100, 0.9).flatMap((likelihood) => [likelihood, 0.1]))).toEqual([])
  })

  it('continues over pauses that are shorter than the chosen one', () => {
    const pauses = [...times(rules.pauseWindows - 1, 0), ...times(2, 0.9)]
    expect(types(hear([...times(5, 0.9), ...pauses, ...pauses, ...pauses]))).toEqual(['onset', 'began'])
  })

  it('dismisses an onset that was too short', () => {
    expect(types(hear([0.9, 0.9, ...times(rules.dismissWindows, 0)]))).toEqual(['onset', 'dismissed'])
  })

  it('never includes samples of an earlier utterance', () => {
    const once = [...times(3, 0.9), ...times(rules.pauseWindows, 0)]
    const begun = hear([...times(20, 0), ...once, ...times(7, 0.9)]).flatMap((news) => (news.type === 'began' ? [news.from] : []))
    expect(begun[1]).toBe((20 + once.length) * WINDOW_LENGTH)
  })

  it('soon after another takes 224 ms, as a note of music does not last that long, and later 96 ms as before', () => {
    const first = [...times(20, 0), ...times(10, 0.9), ...times(rules.pauseWindows, 0)]
    const note = [...times(6, 0.9), ...times(rules.dismissWindows, 0)]
    expect(types(hear([...first, ...note]))).toEqual(['onset', 'began', 'ended', 'onset', 'dismissed'])
    const later = times(Math.ceil(rules.afterSpeechLength / WINDOW_LENGTH), 0)
    for (const [pause, windows] of [
      [times(5, 0), 7],
      [later, 3],
    ] as const) {
      const before = [...first, ...pause]
      expect(hear([...before, ...times(10, 0.9)]).at(-1)).toMatchObject({ type: 'began', index: before.length + windows - 1 })
    }
  })

  it('that continues after a reset counts as new', () => {
    const detector = new SpeechDetector(rules)
    const news = (count: number) => types(times(count, 0.9).flatMap((likelihood) => detector.hear(likelihood, 0, false)))
    expect(news(5)).toEqual(['onset', 'began'])
    expect(detector.reset()).toEqual([])
    expect(news(2)).toEqual(['onset'])
    expect(types(detector.reset())).toEqual(['dismissed'])
  })
})

describe('a voice over Parley’s', () => {
  it('is an onset at once, and confirmed only after 224 ms', () => {
    const news = hear(times(10, 0.9), {}, always)
    expect(news.map(({ index, type }) => [index, type])).toEqual([
      [1, 'onset'],
      [6, 'began'],
    ])
  })

  it('that is a cough is dismissed', () => {
    expect(types(hear([...times(5, 0.95), ...times(10, 0.05)], {}, always))).toEqual(['onset', 'dismissed'])
  })

  it('must be clearer than in quiet, but not with headphones', () => {
    expect(hear(times(20, 0.6), {}, always)).toEqual([])
    expect(types(hear(times(20, 0.6)))).toEqual(['onset', 'began'])
    expect(types(hear(times(20, 0.6), speechRules({ ...defaultSpeechSettings, headphones: true }), always))).toEqual(['onset', 'began'])
  })

  it('is not detected if it may not interrupt, and is as soon as Parley is silent', () => {
    const half = speechRules({ ...defaultSpeechSettings, voiceInterrupts: false })
    expect(hear(times(50, 0.99), half, always)).toEqual([])
    expect(hear(times(50, 0.99), half, (index) => index < 30)[0]).toEqual({ index: 31, type: 'onset' })
    // an onset from before Parley spoke is dismissed
    expect(types(hear(times(50, 0.99), half, (index) => index === 2))).toEqual(['onset', 'dismissed', 'onset', 'began'])
  })
})

describe('the settings', () => {
  it('choose the pause, rounded up to windows', () => {
    for (const speechPauseMs of [300, 600, 2000]) {
      expect(speechRules({ ...defaultSpeechSettings, speechPauseMs }).pauseWindows).toBe(Math.ceil(speechPauseMs / 32))
    }
  })

  it('choose the sensitivity', () => {
    const thresholds = (['low', 'normal', 'high'] as const).map((speechSensitivity) => {
      const { startThreshold, startThresholdWhileSpeaking, endThreshold } = speechRules({ ...defaultSpeechSettings, speechSensitivity })
      expect(endThreshold).toBeLessThan(startThreshold)
      expect(startThresholdWhileSpeaking).toBeGreaterThan(startThreshold)
      return startThreshold
    })
    expect(thresholds).toEqual([...thresholds].sort((one, other) => other - one))
  })
})

describe('whatever the sound', () => {
  const window = fc.record({ likelihood: fc.double({ min: 0, max: 1, noNaN: true }), speaking: fc.boolean() })
  const settings = fc.record({
    speechPauseMs: fc.integer({ min: 300, max: 2000 }),
    speechSensitivity: fc.constantFrom('low' as const, 'normal' as const, 'high' as const),
    voiceInterrupts: fc.boolean(),
    headphones: fc.boolean(),
  })

  it('events come in order, and no sample belongs to two utterances', () => {
    fc.assert(
      fc.property(fc.array(window, { maxLength: 400 }), settings, (windows, chosen) => {
        const news = hear(
          windows.map(({ likelihood }) => likelihood),
          speechRules(chosen),
          (index) => windows[index]?.speaking === true,
        )
        expect(types(news).join(' ')).toMatch(/^(onset (dismissed|began ended)( |$))*(onset|onset began)?$/)
        let end = 0
        for (const one of news) {
          if (one.type === 'began') expect(one.from).toBeGreaterThanOrEqual(end)
          if (one.type === 'began') expect(one.from).toBeLessThanOrEqual(one.index * WINDOW_LENGTH)
          if (one.type === 'ended') end = (one.index + 1) * WINDOW_LENGTH
        }
      }),
    )
  })

  it('half-duplex, nothing begins while Parley speaks', () => {
    fc.assert(
      fc.property(fc.array(window, { maxLength: 200 }), (windows) => {
        const half = speechRules({ ...defaultSpeechSettings, voiceInterrupts: false })
        const speaking = (index: number) => windows[index]?.speaking === true
        for (const one of hear(
          windows.map(({ likelihood }) => likelihood),
          half,
          speaking,
        )) {
          if (one.type === 'onset' || one.type === 'began') expect(speaking(one.index)).toBe(false)
        }
      }),
    )
  })
})
