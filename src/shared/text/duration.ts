import type { Translator } from '../i18n/translator'

/** A duration for people: `1 h 5 min`, `45 s`. Whole seconds. */
export function durationText(seconds: number, i18n: Translator): string {
  const parts = [
    { count: Math.floor(seconds / 3600), unit: 'hours' },
    { count: Math.floor(seconds / 60) % 60, unit: 'minutes' },
    { count: seconds % 60, unit: 'seconds' },
  ] as const
  const said = parts.filter(({ count }) => count > 0).map(({ count, unit }) => i18n.t(`duration.${unit}`, { count }))
  return said.length === 0 ? i18n.t('duration.seconds', { count: 0 }) : said.join(i18n.t('duration.between'))
}
