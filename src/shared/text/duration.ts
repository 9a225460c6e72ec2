import type { Localized } from './localized'

/** A length of time as people say it: `1 h 5 min`, `45 s`. Seconds are whole. */
export function durationWords(seconds: number): Localized {
  const parts = [
    { count: Math.floor(seconds / 3600), en: 'h', ja: '時間' },
    { count: Math.floor(seconds / 60) % 60, en: 'min', ja: '分' },
    { count: seconds % 60, en: 's', ja: '秒' },
  ]
  const said = parts.filter(({ count }) => count > 0)
  return {
    en: said.length === 0 ? '0 s' : said.map(({ count, en }) => `${count} ${en}`).join(' '),
    ja: said.length === 0 ? '0秒' : said.map(({ count, ja }) => `${count}${ja}`).join(''),
  }
}
