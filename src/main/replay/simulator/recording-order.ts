import type { Fixture } from '../../../shared/fixtures/fixture'
import { firstLanguage } from '../../../shared/i18n/languages'

/** The order of the demos. The first one plays where nothing was chosen. */
const ORDER = ['weather', 'payment', 'interruption', 'weather-text', 'data', 'picture', 'screen', 'resumption', 'greeting']

/** The recordings in the order in which they are offered: the demos by their story, then all others. */
export function firstWeather(fixtures: readonly Fixture[]): readonly Fixture[] {
  const rank = ({ fixtureId, language }: Fixture): number => {
    const place = ORDER.indexOf(language === undefined ? fixtureId : fixtureId.replace(new RegExp(`-${language}$`), ''))
    return (place < 0 ? ORDER.length : place) * 2 + (language === undefined || language === firstLanguage ? 0 : 1)
  }
  return [...fixtures].sort((one, other) => rank(one) - rank(other))
}
