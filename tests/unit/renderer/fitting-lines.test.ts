import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fittingLines } from '../../../src/renderer/settings/diagnostics/fitting-lines'
import { logLevelSchema } from '../../../src/shared/diagnostics/diagnosis'

const level = fc.constantFrom(...logLevelSchema.options)
const entry = fc.record({ at: fc.constant(''), level, event: fc.string(), facts: fc.dictionary(fc.string(), fc.string()) })

describe('the lines of the log that match', () => {
  it('are all of them, newest first, without a filter', () => {
    fc.assert(fc.property(fc.array(entry), (entries) => void expect(fittingLines(entries, 'info', '  ')).toEqual([...entries].reverse())))
  })

  it('are at least as severe as chosen, and contain each of the words', () => {
    const entries = [
      { at: '1', level: 'info', event: 'started', facts: { platform: 'electron' } },
      { at: '2', level: 'warn', event: 'call failed', facts: { call: 'text.send' } },
      { at: '3', level: 'error', event: 'call failed', facts: { call: 'key.save' } },
    ] as const
    expect(fittingLines(entries, 'warn', '').map(({ at }) => at)).toEqual(['3', '2'])
    expect(fittingLines(entries, 'info', 'SEND failed').map(({ at }) => at)).toEqual(['2'])
    expect(fittingLines(entries, 'error', 'electron')).toEqual([])
  })
})
