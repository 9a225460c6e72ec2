import { stat } from 'node:fs/promises'

/** Files that may lie beside an SQLite database and belong to it. */
export const SIDE_FILES = ['-wal', '-journal'] as const

/** How files are now: sizes and times of change, with what lies beside them. Differs as soon as one of them is written. */
export async function stampOf(paths: readonly string[]): Promise<string> {
  const parts = await Promise.all(paths.flatMap((path) => ['', ...SIDE_FILES].map((suffix) => stampOfFile(`${path}${suffix}`))))
  return parts.join(' ')
}

async function stampOfFile(path: string): Promise<string> {
  try {
    const { size, mtimeNs, ino } = await stat(path, { bigint: true })
    return `${ino}:${size}:${mtimeNs}`
  } catch {
    return '-'
  }
}
