import type { Artifact } from '../../shared/data/artifact'
import { makeVisible } from '../../shared/text/make-visible'
import type { Translator } from '../i18n/translate'
import { timeOfDay, wholeNumber } from '../ui/format'

/** How many rows: all, or the first of how many. */
export function rowsWords({ rows, originalRows, cutBy }: Pick<Artifact, 'rows' | 'originalRows' | 'cutBy'>, words: Translator): string {
  const number = (count: number) => wholeNumber(count, words.locale)
  if (cutBy === null) return rows === 1 ? words.say('data.oneRow') : words.say('data.rows', { rows: number(rows) })
  return originalRows === null
    ? words.say('data.firstRows', { rows: number(rows) })
    : words.say('data.firstRowsOf', { rows: number(rows), all: number(originalRows) })
}

/** What a result was read from, and when that was copied. */
export function originWords({ origin, copiedAt }: Pick<Artifact, 'origin' | 'copiedAt'>, words: Translator): string {
  if (origin.kind === 'artifacts') return words.say('data.fromResults')
  const name = makeVisible(origin.name)
  return copiedAt === null ? name : words.say('data.copyOf', { name, time: timeOfDay(copiedAt, words.locale) })
}
