import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMediaType, parseMediaType } from '../../../src/shared/lib/media-type'
import { pcmRateOf } from '../../../src/shared/protocol/pcm-counter'
import { pcm, play } from '../../support/converter-script'

describe('a media type of sound', () => {
  it.each([
    ['audio/pcm', 24_000],
    ['audio/pcm;rate=16000', 16_000],
    ['audio/pcm; rate="16000"', 16_000],
    ['Audio/PCM; RATE="16000"', 16_000],
    ['audio/L16;codec=pcm;rate=16000', 16_000],
    ['audio/l16 ; channels=1 ; rate = 48000 ; codec="pcm"', 48_000],
    ['audio/pcm;note="a;rate=8000";rate=44100', 44_100],
    ['audio/pcm;note="\\";rate=8000";rate=44100', 44_100],
    ['audio/pcm;;rate="1\\6000";', 16_000],
    ['audio/pcm;rate=fast', 24_000],
    ['audio/pcm;rate=0', 24_000],
    ['audio/pcm;rate=8000;rate=16000', 8000],
  ])('%s is sound of %i Hz', (mimeType, rate) => {
    expect(pcmRateOf(mimeType)).toBe(rate)
  })

  it.each([
    'audio/pcm;channels=2',
    'audio/L16; rate=24000; Channels="2"',
    'audio/L16;bits=24',
    'audio/pcm;encoding=float',
    'audio/x-raw;format=S24LE',
    'audio/mpeg;rate=24000',
    'audio/pcmx',
    'text/plain;x="audio/pcm"',
    'audio',
    '',
  ])('%s is not played as mono sound', (mimeType) => {
    expect(pcmRateOf(mimeType)).toBeNull()
  })

  it('has the same rate whatever the order, the case and the quotes of its parameters', () => {
    const parameter = fc.constantFrom('codec=pcm', 'CODEC="pcm"', 'channels=1', 'x="; rate=8000"', 'y=";"')
    const rate = fc.constantFrom('rate=16000', 'Rate="16000"', ' rate="16\\000" ')
    const parameters = fc
      .tuple(fc.uniqueArray(parameter), rate)
      .chain(([others, one]) => fc.shuffledSubarray([...others, one], { minLength: others.length + 1 }))
    fc.assert(
      fc.property(parameters, fc.constantFrom(';', '; ', ' ;'), (list, apart) => {
        expect(pcmRateOf(['audio/pcm', ...list].join(apart))).toBe(16_000)
      }),
    )
  })

  it('with two channels makes a file, and no sound', () => {
    const inlineData = { mimeType: 'audio/L16;rate=24000;channels=2', data: pcm(4) }
    const output = play([{ type: 'text', chunk: { candidates: [{ content: { parts: [{ inlineData }] }, finishReason: 'STOP' }] } }])
    const chunks = output.map(({ chunk }) => chunk)
    expect(chunks.some(({ type }) => type === 'data-pcm')).toBe(false)
    expect(chunks.find(({ type }) => type === 'file')).toMatchObject({ mediaType: 'audio/l16;rate=24000;channels=2' })
  })
})

it('a media type is the same after it was written and read again', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9.+-]{0,8}$/)
  fc.assert(
    fc.property(name, name, fc.dictionary(name, fc.stringMatching(/^[ -~]{1,12}$/), { maxKeys: 4 }), (type, subtype, values) => {
      const known = { essence: `${type}/${subtype}`, parameters: new Map(Object.entries(values)) }
      expect(parseMediaType(formatMediaType(known))).toEqual(known)
    }),
  )
})
