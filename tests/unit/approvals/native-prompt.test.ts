import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nativePrompt } from '../../../src/main/platform/native-prompt'
import type { Approval } from '../../../src/shared/approvals/approval'
import { openApproval } from '../../support/open-approval'
import { hoshinoPayment } from '../../support/payment-approval'

describe('the approval in a native dialog', () => {
  it('shows the tool, where the data goes and every argument', () => {
    const { message, detail } = nativePrompt(openApproval(), 'en-US')
    expect(message).toContain('Hoshino Print')
    expect(detail).toContain('process_payment')
    expect(detail).toContain('Kita Bank')
    for (const [key, value] of Object.entries(hoshinoPayment)) expect(detail).toContain(`"${key}": ${JSON.stringify(value)}`)
  })

  it('is in Japanese if the system uses it', () => {
    const question = nativePrompt(openApproval(), 'ja-JP')
    expect(question.message).toContain('星野印刷')
    expect(question.buttons).toEqual(['拒否', '今回だけ許可', 'あとで決める'])
  })

  it('answers what its buttons say', () => {
    const { buttons, answers } = nativePrompt(openApproval(), 'en')
    expect(Object.fromEntries(buttons.map((button, index) => [button, answers[index]]))).toEqual({
      Deny: false,
      'Allow once': true,
      'Decide later': null,
    })
  })

  it.each(['low', 'medium', 'high'] as const)('is never allowed by a stray Enter or Esc at %s risk', (risk) => {
    const { answers, defaultId, cancelId } = nativePrompt(openApproval({ risk }), 'en')
    expect(answers[defaultId]).toBe(risk === 'high' ? false : null)
    expect(answers[cancelId]).toBeNull()
  })

  it('offers no Allow when the arguments do not fit', () => {
    for (const input of [{ note: 'x'.repeat(5000) }, Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, index]))]) {
      const { buttons, answers, detail } = nativePrompt(openApproval({ input }), 'en')
      expect(buttons).toEqual(['Deny', 'Decide later'])
      expect(answers).not.toContain(true)
      expect(detail).toContain('Open Parley to review')
    }
  })

  it('makes characters visible that hide or reverse text', () => {
    const { detail, message } = nativePrompt(
      openApproval({ input: { to: 'a\u202Eb\u200Bc\u2066d\uFEFFe\u3164f' }, question: { en: 'Pay \u202Eevil?', ja: '' } }),
      'en',
    )
    expect(detail).toContain('a\\u{202e}b\\u{200b}c\\u{2066}d\\u{feff}e\\u{3164}f')
    expect(message).toBe('Pay \\u{202e}evil?')
  })

  it('makes letters visible that have no shape of their own: variation selectors, joiners, blanks', () => {
    const { detail } = nativePrompt(openApproval({ input: { to: 'a\uFE0Fb\u{E0100}c\u034Fd\u17B4e\u2800f' } }), 'en')
    expect(detail).toContain('a\\u{fe0f}b\\u{e0100}c\\u{34f}d\\u{17b4}e\\u{2800}f')
  })

  it('has no invisible character, and Allow only with all arguments, for any arguments', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()), { maxKeys: 30 }),
        (input) => {
          const { detail, message, answers, buttons } = nativePrompt(openApproval({ input: input as Approval['input'] }), 'en')
          expect(detail).not.toMatch(/[^\P{C}\n]/u)
          expect(message).not.toMatch(/[^\P{C}\n]/u)
          expect(answers).toHaveLength(buttons.length)
          if (answers.includes(true))
            for (const key of Object.keys(input).filter((name) => /^[a-z]+$/.test(name))) expect(detail).toContain(`"${key}": `)
        },
      ),
    )
  })
})
