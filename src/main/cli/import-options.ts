import { columnKindSchema, type Delimiter, delimiterSchema, type ImportChoices, mostLinesAbove } from '../../shared/data/import-choices'
import { encodingLabels, encodingNamed } from '../lib/encoding-candidates'

/** How the tables of a file are read: options of `parley query` and `parley import`. */
export const IMPORT_OPTIONS = {
  encoding: { type: 'string' },
  delimiter: { type: 'string' },
  header: { type: 'string' },
  skip: { type: 'string' },
  type: { type: 'string', multiple: true },
  sheet: { type: 'string', multiple: true },
} as const

/** The values of these options as they were given. */
export interface ImportOptionValues {
  readonly encoding?: string | undefined
  readonly delimiter?: string | undefined
  readonly header?: string | undefined
  readonly skip?: string | undefined
  readonly type?: readonly string[] | undefined
  readonly sheet?: readonly string[] | undefined
}

/** The choices that these options make; text: what is wrong with one of them. */
export function readImportChoices({ encoding, delimiter, header, skip, type = [], sheet }: ImportOptionValues): ImportChoices | string {
  const known = encoding === undefined ? null : encodingNamed(encoding)
  if (known === undefined) return `--encoding is one of ${encodingLabels.join(', ')}.`
  const sign = delimiter === undefined ? null : delimiterOf(delimiter)
  if (sign === undefined) return '--delimiter is one of , ; | tab.'
  if (header !== undefined && header !== 'yes' && header !== 'no') return '--header is yes or no.'
  const above = skip === undefined ? null : Number(skip)
  if (above !== null && (skip === '' || !Number.isInteger(above) || above < 0 || above > mostLinesAbove))
    return `--skip takes a number of lines from 0 to ${mostLinesAbove}.`
  const kinds: Record<string, ImportChoices['kinds'][string]> = {}
  for (const one of type) {
    const at = one.lastIndexOf('=')
    const kind = columnKindSchema.safeParse(one.slice(at + 1))
    if (at < 1 || !kind.success) return `--type is COLUMN=TYPE, and TYPE is one of ${columnKindSchema.options.join(', ')}.`
    kinds[one.slice(0, at)] = kind.data
  }
  return {
    ...{ encoding: known?.label ?? null, delimiter: sign, header: header === undefined ? null : header === 'yes', above, kinds },
    ...(sheet !== undefined && { onlySheets: [...sheet] }),
  }
}

function delimiterOf(given: string): Delimiter | undefined {
  return delimiterSchema.safeParse(given === 'tab' || given === '\\t' ? '\t' : given).data
}
