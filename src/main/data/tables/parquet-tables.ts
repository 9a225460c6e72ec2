import { asyncBufferFromFile, type FileMetaData, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { TableError, type TypedRow, type TypedTable, type TypedValue } from './typed-table'

/** The most that a group of rows may unpack to: one is in memory at a time. */
const MOST_GROUP = 256_000_000

/** Opens a Parquet file whose columns are flat. Throws `TableError`. */
export async function openParquet(path: string): Promise<TypedTable> {
  const { file, metadata } = await readable(async () => {
    const buffer = await asyncBufferFromFile(path)
    return { file: buffer, metadata: await parquetMetadataAsync(buffer) }
  })
  const names = flatColumns(metadata)
  const largest = metadata.row_groups.reduce((most, { total_byte_size: bytes }) => Math.max(most, Number(bytes)), 0)
  if (largest > MOST_GROUP) throw new TableError({ kind: 'too-large', bytes: largest, most: MOST_GROUP })
  return {
    name: null,
    names,
    async *rows(most = Infinity): AsyncGenerator<TypedRow> {
      let from = 0
      for (const group of metadata.row_groups) {
        const rowEnd = Math.min(most, from + Number(group.num_rows))
        const rows = await readable(() => parquetReadObjects({ file, metadata, compressors, rowStart: from, rowEnd }))
        for (const [index, row] of rows.entries()) {
          const line = from + index + 1
          yield { line, values: names.map((name) => scalar(row[name], name, line)) }
        }
        from = rowEnd
        if (from === most) return
      }
    },
  }
}

function flatColumns(metadata: FileMetaData): readonly string[] {
  const { children } = parquetSchema(metadata)
  return children.map(({ element: { name }, children: { length } }) => {
    if (length > 0) throw new TableError({ kind: 'nested', line: 1, column: name })
    return name
  })
}

function scalar(value: unknown, column: string, line: number): TypedValue {
  if (value === undefined || value === null) return null
  if (value instanceof Date)
    return value
      .toISOString()
      .replace(/T00:00:00\.000Z$/u, '')
      .replace('T', ' ')
      .replace(/(?:\.000)?Z$/u, '')
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return value
  throw new TableError({ kind: 'nested', line, column })
}

async function readable<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch {
    throw new TableError({ kind: 'damaged' })
  }
}
