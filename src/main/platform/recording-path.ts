import { resolve } from 'node:path'

/** The recording that the words of a command line name, from this folder; null where they name none. */
export function recordingPath(words: readonly string[], folder: string): string | null {
  const named = words.find((word) => /\.jsonl$/i.test(word) && !word.startsWith('-'))
  return named === undefined ? null : resolve(folder, named)
}
