import { describe, expect, it } from 'vitest'
import { causeTitle } from '../../../src/renderer/app/cause-title'
import { createTranslator } from '../../../src/renderer/i18n/translate'
import { refusedField } from '../../../src/shared/text/refused-field'

const model = 'gemini-3.8-live'

describe('a refusal names the field that the service does not know', () => {
  it.each([
    [
      'closed with code 1007: Invalid JSON payload received. Unknown name "exclusiveMinimum" at \'setup.tools[0].function_declarations[0].parameters\': Cannot find field.',
      'exclusiveMinimum',
    ],
    [
      'HTTP 400 INVALID_ARGUMENT: Invalid JSON payload received. Unknown name \\"thinkingLevel\\" at \'generation_config\'',
      'thinkingLevel',
    ],
    ['Unknown field: "x_y"', 'x_y'],
    ['closed with code 1007: Request contains an invalid argument.', null],
    [`Unknown name "${'x'.repeat(500)}" at 'setup'`, null],
  ])('%s', (detail, field) => {
    expect(refusedField(detail)).toBe(field)
  })

  it('in English and in Japanese', () => {
    const detail = 'closed with code 1007: Unknown name "proactivity" at \'setup\''
    expect(causeTitle('setup-refused', { detail, model }, createTranslator('en'))).toBe(
      'Gemini refused the session’s setup: unknown field proactivity',
    )
    expect(causeTitle('setup-refused', { detail, model }, createTranslator('ja'))).toContain('proactivity')
    expect(causeTitle('setup-refused', { detail: '', model }, createTranslator('en'))).toBe('Gemini refused the session’s setup')
  })

  it('and an overloaded or failing service is not called a network failure', () => {
    for (const cause of ['service-overloaded', 'service-failed'] as const) {
      expect(causeTitle(cause, { detail: '', model }, createTranslator('en'))).not.toContain('reached')
    }
  })
})
