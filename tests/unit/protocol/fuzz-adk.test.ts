import { describe, it } from 'vitest'
import { expectReadable, expectRobust } from '../../support/fuzz'

describe('any input, legal and illegal, damaged, repeated and out of order (adk)', () => {
  it('never makes the converter throw or write an invalid stream', { timeout: 600_000 }, () => {
    expectRobust('adk')
  })

  it("makes streams and messages that the AI SDK's own reader takes", { timeout: 300_000 }, async () => {
    await expectReadable('adk')
  })
})
