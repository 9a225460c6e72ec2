import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

const HUBS = ['Osaka', 'Kobe', 'Kyoto', '東京', 'Lyon', 'Porto', 'Berlin', 'Leeds']
const ROWS_AT_ONCE = 20_000

/** Writes a CSV file of about so many bytes: numbers, days, times, names, texts with quotes. Gives how many rows it has. */
export async function writeBigCsv(file: string, bytes: number): Promise<number> {
  const stream = createWriteStream(file)
  stream.write('id,hub,day,at,shipped,late_pct,parcel,note\n')
  let rows = 0
  let written = 0
  while (written < bytes) {
    const piece = Buffer.from(Array.from({ length: ROWS_AT_ONCE }, (_, index) => line(rows + index)).join(''))
    rows += ROWS_AT_ONCE
    written += piece.byteLength
    if (!stream.write(piece)) await once(stream, 'drain')
  }
  stream.end()
  await finished(stream)
  return rows
}

function line(id: number): string {
  const day = `2026-${two((id % 12) + 1)}-${two((id % 28) + 1)}`
  const at = `${day}T${two(id % 24)}:${two(id % 60)}:00Z`
  const note = id % 10 === 0 ? '"was late, ""again"""' : 'all went well on this day'
  return `${id},${HUBS[id % HUBS.length]},${day},${at},${id % 997},${(id % 1000) / 8},P-${1_000_000 + id},${note}\n`
}

const two = (value: number): string => String(value).padStart(2, '0')
