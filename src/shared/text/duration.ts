import type { Translator } from '../words/translator'

/** A length of time as people say it: `1 h 5 min`, `45 s`. Seconds are whole. */
export function durationWords(seconds: number, words: Translator): string {
  const parts = [
    { count: Math.floor(seconds / 3600), unit: 'hours' },
    { count: Math.floor(seconds / 60) % 60, unit: 'minutes' },
    { count: seconds % 60, unit: 'seconds' },
  ] as const
  const said = parts.filter(({ count }) => count > 0).map(({ count, unit }) => words.say(`duration.${unit}`, { count }))
  return said.length === 0 ? words.say('duration.seconds', { count: 0 }) : said.join(words.say('duration.between'))
}
