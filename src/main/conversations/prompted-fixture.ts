import type { Fixture } from '../../shared/fixtures/fixture'

/** The recording whose prompt these words are, in either language, whatever the case and the punctuation. */
export function promptedFixture(fixtures: readonly Fixture[], text: string): Fixture | undefined {
  const words = plain(text)
  return fixtures.find(({ prompt }) => plain(prompt.en) === words || plain(prompt.ja) === words)
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\p{P}\s]+/gu, '')
}
