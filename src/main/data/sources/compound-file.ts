import type { FileHandle } from 'node:fs/promises'

/** What a compound file (the container of Microsoft's older formats) holds: an encrypted workbook, an old one, or something else. */
export type CompoundKind = 'encrypted' | 'old-workbook' | 'other'

const HEADER_BYTES = 512
/** A sector's number where no sector follows. */
const LAST_REGULAR = 0xfffffffa
const ENTRY_BYTES = 128
/** More sectors than the directory of a workbook has. */
const MOST_SECTORS = 64

/** Tells by the names of the file's streams; `header` are its first bytes. */
export async function kindOfCompound(file: FileHandle, header: Buffer): Promise<CompoundKind> {
  const names = await streamNames(file, header)
  if (names.has('EncryptedPackage') || names.has('EncryptionInfo')) return 'encrypted'
  return names.has('Workbook') || names.has('Book') ? 'old-workbook' : 'other'
}

/** The names in the directory, as far as it can be read. */
async function streamNames(file: FileHandle, header: Buffer): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  if (header.length < HEADER_BYTES) return names
  const shift = header.readUInt16LE(0x1e)
  if (shift !== 9 && shift !== 12) return names
  const size = 2 ** shift
  const sectorAt = async (sector: number): Promise<Buffer> => {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(size), 0, size, (sector + 1) * size)
    return buffer.subarray(0, bytesRead)
  }
  let sector = header.readUInt32LE(0x30)
  for (let count = 0; count < MOST_SECTORS && sector <= LAST_REGULAR; count += 1) {
    const entries = await sectorAt(sector)
    for (let at = 0; at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES) {
      const bytes = Math.min(64, entries.readUInt16LE(at + 64))
      if (bytes > 2) names.add(entries.toString('utf16le', at, at + bytes - 2))
    }
    // the sector after this one stands in the allocation table, whose first sectors the header lists
    const place = Math.floor(sector / (size / 4))
    if (place >= 109) return names
    const table = await sectorAt(header.readUInt32LE(0x4c + place * 4))
    const at = (sector % (size / 4)) * 4
    if (at + 4 > table.length) return names
    sector = table.readUInt32LE(at)
  }
  return names
}
