import { describe, expect, it } from 'vitest'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import { live, play } from '../../support/converter-script'
import { lintStream } from '../../support/stream-lint'

const answer = live.said('Certainly, one moment please.')
const words = live.heard('Again please')
const answersOf = (output: ReturnType<typeof play>) =>
  output.reduce(foldChunk, emptyThread()).messages.filter(({ role }) => role === 'assistant')

describe('the same answer as before', () => {
  it('is a new one after further speech, even if that is the same as well, without sound yet', () => {
    for (const first of [[], [words]]) {
      const output = play([...first, answer, live.complete(), words, answer, live.complete()])
      expect(answersOf(output)).toHaveLength(2)
      expect(lintStream(output)).toEqual([])
    }
  })

  it('is a repetition if nobody spoke', () => {
    expect(answersOf(play([words, answer, live.complete(), answer, live.complete()]))).toHaveLength(1)
  })
})
