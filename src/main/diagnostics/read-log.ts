import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type LogEntry, logLevelSchema } from '../../shared/diagnostics/diagnosis'
import { z } from '../../shared/lib/zod'
import { type Private, privateText } from '../lib/log/log-line'
import { LARGEST_LOG } from '../lib/log/open-log'

/** The log of a data folder, oldest line first. `more`: there are older lines. */
export interface ReadLog {
  readonly entries: readonly LogEntry[]
  readonly more: boolean
}

const lineSchema = z.looseObject({ at: z.string(), level: logLevelSchema, event: z.string() })
const factSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])

/**
 * Reads the newest `most` lines. Private data is removed again, with today's secrets; lines that are not log lines are skipped, and an
 * unreadable file counts as empty.
 */
export async function readLog(userDataFolder: string, known: Private, most: number): Promise<ReadLog> {
  const texts = await Promise.all(['parley.old.log', 'parley.log'].map((name) => tailOf(join(userDataFolder, 'logs', name))))
  const entries = texts.flatMap((text) => text.split('\n')).flatMap((line) => entryOf(line, known))
  return { entries: entries.slice(-most), more: entries.length > most }
}

function entryOf(line: string, known: Private): readonly LogEntry[] {
  const parsed = lineSchema.safeParse(jsonOf(line))
  if (!parsed.success) return []
  const { at, level, event, ...rest } = parsed.data
  const facts = Object.entries(rest).flatMap(([name, value]) => {
    const fact = factSchema.safeParse(value)
    return fact.success ? [[name, typeof fact.data === 'string' ? privateText(fact.data, known) : fact.data] as const] : []
  })
  return [{ at, level, event: privateText(event, known), facts: Object.fromEntries(facts) }]
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** The end of a file: a log is rotated at its largest size, so this covers one completely. */
async function tailOf(path: string): Promise<string> {
  try {
    const { size } = await stat(path)
    const file = await open(path, 'r')
    try {
      const from = Math.max(0, size - 2 * LARGEST_LOG)
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await file.close()
    }
  } catch {
    return ''
  }
}
