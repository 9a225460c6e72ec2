import type { Fixture } from '../../shared/fixtures/fixture'

/**
 * The recording whose prompt these words are, whatever the case and the punctuation: one that speaks the language of the words
 * before any other.
 */
export function promptedFixture(fixtures: readonly Fixture[], text: string): Fixture | undefined {
  const words = plain(text)
  const prompted = fixtures.filter(({ prompt }) => Object.values(prompt).some((one) => plain(one) === words))
  return prompted.find(({ language, prompt }) => language !== undefined && plain(prompt[language] ?? '') === words) ?? prompted[0]
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\p{P}\s]+/gu, '')
}
