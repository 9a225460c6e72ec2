import { stat } from 'node:fs/promises'

/** Files that may be next to an SQLite database and belong to it. */
export const SIDE_FILES = ['-wal', '-journal'] as const

/** The state of files: sizes and modification times, including related files. Changes as soon as one of them is written. */
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
