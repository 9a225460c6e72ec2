import type { ArgumentMatcher } from '../../shared/approvals/policy-rule'
import { makeVisible } from '../../shared/text/make-visible'
import type { Translator } from '../i18n/translate'
import { numberText } from './number-text'

/** Limits as one clause: `recipient is Hoshino Print K.K., amount up to 48,600, at most 10 in 24 hours`. Empty without limits. */
export function limitText(matchers: readonly ArgumentMatcher[], i18n: Translator, mostPerDay?: number): string {
  const limits = matchers.map(({ argument, operator, value }) =>
    i18n.t(`limit.${operator}`, { argument: makeVisible(argument), value: valueText(value) }),
  )
  const perDay = mostPerDay === undefined ? [] : [i18n.t('limit.perDay', { most: numberText(mostPerDay) })]
  return [...limits, ...perDay].join(i18n.t('limit.join'))
}

function valueText(value: ArgumentMatcher['value']): string {
  if (typeof value === 'number') return numberText(value)
  return typeof value === 'boolean' ? String(value) : makeVisible(value)
}
