import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CrashReport } from '../../../shared/ipc/upkeep-calls'
import { z } from '../../../shared/lib/zod'
import { type Files, writeAtomically } from '../../lib/files'

/** The reports of crashes: they lie on this machine, are shown, and are sent nowhere. */
export interface CrashReports {
  /** The newest first. */
  list(): Promise<readonly CrashReport[]>
  /** The path of the newest, or null. */
  newest(): Promise<string | null>
  remove(): Promise<void>
  /** Those that were not given by this before, in any run. */
  takeNew(): Promise<readonly CrashReport[]>
}

/** Where Electron's crash handler keeps its reports within the folder of the user's data. */
export const crashFolder = (userDataFolder: string): string => join(userDataFolder, 'Crashpad')

const seenSchema = z.strictObject({ seen: z.array(z.string()) })

/** Looks into the folder of Electron's crash handler. A folder that is not there has no reports. */
export function createCrashReports({ userDataFolder, files }: { readonly userDataFolder: string; readonly files: Files }): CrashReports {
  const folder = crashFolder(userDataFolder)
  const seenFile = join(userDataFolder, 'crashes-seen.json')

  async function list(): Promise<readonly CrashReport[]> {
    const names = await readdir(folder, { recursive: true }).catch(() => [])
    const reports = await Promise.all(names.filter((name) => /\.(dmp|txt)$/.test(name)).map(reportOf))
    return reports.flatMap((report) => (report === null ? [] : [report])).sort((one, other) => other.at - one.at)
  }

  /** Null when it is gone in the meantime. */
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
      // told once more is better than never told
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
