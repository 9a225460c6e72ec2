import type { Artifact } from '../../shared/data/artifact'
import { makeVisible } from '../../shared/text/make-visible'
import type { Translator } from '../i18n/translate'
import { timeOfDay, wholeNumber } from '../ui/format'

/** The number of rows: all, or the first of how many. */
export function rowCountText({ rows, originalRows, cutBy }: Pick<Artifact, 'rows' | 'originalRows' | 'cutBy'>, i18n: Translator): string {
  const number = (count: number) => wholeNumber(count, i18n.locale)
  if (cutBy === null) return rows === 1 ? i18n.t('data.oneRow') : i18n.t('data.rows', { rows: number(rows) })
  return originalRows === null
    ? i18n.t('data.firstRows', { rows: number(rows) })
    : i18n.t('data.firstRowsOf', { rows: number(rows), all: number(originalRows) })
}

/** The source of a result, and when it was copied. */
export function originText({ origin, copiedAt }: Pick<Artifact, 'origin' | 'copiedAt'>, i18n: Translator): string {
  if (origin.kind === 'artifacts') return i18n.t('data.fromResults')
  const name = makeVisible(origin.name)
  return copiedAt === null ? name : i18n.t('data.copyOf', { name, time: timeOfDay(copiedAt, i18n.locale) })
}
