import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CrashReport } from '../../../shared/ipc/upkeep-calls'
import { z } from '../../../shared/lib/zod'
import { type Files, writeAtomically } from '../../lib/files'

/** Crash reports: they stay on this machine, are shown, and are sent nowhere. */
export interface CrashReports {
  /** Newest first. */
  list(): Promise<readonly CrashReport[]>
  /** The path of the newest, or null. */
  newest(): Promise<string | null>
  remove(): Promise<void>
  /** Reports that this has not returned before, in any run. */
  takeNew(): Promise<readonly CrashReport[]>
}

/** The folder of Electron's crash handler in the user's data folder. */
export const crashFolder = (userDataFolder: string): string => join(userDataFolder, 'Crashpad')

const seenSchema = z.strictObject({ seen: z.array(z.string()) })

/** Reads the folder of Electron's crash handler. A missing folder has no reports. */
export function createCrashReports({ userDataFolder, files }: { readonly userDataFolder: string; readonly files: Files }): CrashReports {
  const folder = crashFolder(userDataFolder)
  const seenFile = join(userDataFolder, 'crashes-seen.json')

  async function list(): Promise<readonly CrashReport[]> {
    const names = await readdir(folder, { recursive: true }).catch(() => [])
    const reports = await Promise.all(names.filter((name) => /\.(dmp|txt)$/.test(name)).map(reportOf))
    return reports.flatMap((report) => (report === null ? [] : [report])).sort((one, other) => other.at - one.at)
  }

  /** Null if it has been deleted meanwhile. */
  async function reportOf(name: string): Promise<CrashReport | null> {
    try {
      const { mtimeMs, size } = await stat(join(folder, name))
      return { name, at: Math.round(mtimeMs), bytes: size }
    } catch {
      return null
    }
  }

  async function seen(): Promise<readonly string[]> {
    try {
      return seenSchema.parse(JSON.parse((await files.read(seenFile)) ?? '{"seen":[]}')).seen
    } catch {
      // reporting one twice is better than never
      return []
    }
  }

  return {
    list,
    async newest() {
      const [newest] = await list()
      return newest === undefined ? null : join(folder, newest.name)
    },
    async remove() {
      for (const { name } of await list()) await rm(join(folder, name), { force: true })
    },
    async takeNew() {
      const known = new Set(await seen())
      const reports = await list()
      const fresh = reports.filter(({ name }) => !known.has(name))
      if (fresh.length > 0) await writeAtomically(files, seenFile, JSON.stringify({ seen: reports.map(({ name }) => name) }))
      return fresh
    },
  }
}
