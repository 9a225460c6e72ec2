/** What a column of text holds: whole numbers, numbers, or anything. */
export type CsvType = 'INTEGER' | 'REAL' | 'TEXT'

const INTEGER = /^-?(?:0|[1-9]\d{0,14})$/
const REAL = /^-?(?:0|[1-9]\d{0,14})?(?:\.\d{1,15})?(?:[eE][+-]?\d{1,3})?$/
/** Numbers whose signs would be lost: leading zeros and plus signs, and more digits than a number holds. */
const LOSSY = /^[+-]?0\d|^\+|\d{16,}/

/** The type that a column has after one more value. `null`: nothing is known of it yet. */
export function widenCsv(type: CsvType | null, value: string): CsvType | null {
  if (value === '' || type === 'TEXT') return type
  if (LOSSY.test(value)) return 'TEXT'
  if (INTEGER.test(value)) return type ?? 'INTEGER'
  return REAL.test(value) && /\d/.test(value) ? 'REAL' : 'TEXT'
}

/** A value as it is kept. Undefined: the column can't be of this type without losing signs of the value. */
export function csvValue(type: CsvType, value: string): string | number | null | undefined {
  if (value === '') return null
  if (type === 'TEXT') return value
  if (LOSSY.test(value)) return undefined
  return REAL.test(value) && /\d/.test(value) ? Number(value) : value
}

/** Whether a first row names columns: every field is a name, and none is a number. */
export function isHeader(row: readonly string[], second: readonly string[] | undefined): boolean {
  if (row.every((field) => field.trim() === '')) return false
  if (row.some((field) => field.trim() !== '' && REAL.test(field.trim()) && /\d/.test(field))) return false
  // one row alone, or rows of the same look, are told apart by repeated names
  return second !== undefined || row.every((field) => field.trim() !== '')
}

/** Names that are there and unlike each other, case aside. */
export function columnNames(row: readonly string[], width: number): readonly string[] {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, index) => {
    const wished = (row[index] ?? '').replace(/\s+/gu, ' ').trim().slice(0, 120) || `column_${index + 1}`
    let name = wished
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${wished}_${count}`
    taken.add(name.toLowerCase())
    return name
  })
}
