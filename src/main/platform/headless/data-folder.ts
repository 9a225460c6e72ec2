import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from '../../../shared/lib/zod'
import { holdFile } from '../../lib/lock-file'
import { STORE_FILE } from '../../lib/store-file'
import { HostProblem } from './host-problem'

const PRIVATE = 0o700

/** The data folder of one host while it runs. */
export interface DataFolder {
  /** Others of this machine may look into it, and see the names of its files: it holds other things than Parley's. */
  readonly openToOthers: boolean
  /** Lets another host have the folder. */
  release(): void
}

/**
 * Makes the folder, which only its owner may read, and keeps every other host out of it until `release` or the end of this
 * process, however it ends. An empty folder, or one of Parley, that others could read is closed to them; a folder with
 * other things in it keeps its rights.
 * @throws HostProblem when the folder can't be used or another host has it
 */
export function takeDataFolder(folder: string): DataFolder {
  try {
    makeFolder(folder)
    if (existsSync(join(folder, STORE_FILE)) || readdirSync(folder).length === 0) chmodSync(folder, PRIVATE)
  } catch (error) {
    throw unusable(folder, error)
  }
  const hold = holdFile(join(folder, 'in-use.lock'))
  if (hold.kind === 'held-elsewhere') {
    throw new HostProblem(
      `Parley already runs with the data folder ${folder}. Use the address that it printed, end it first, or name another folder with --data.`,
    )
  }
  if (hold.kind === 'failed') throw unusable(folder, hold.error)
  const openToOthers = process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0
  return { openToOthers, release: hold.release }
}

/** Every missing folder, one at a time: asked for all of them, Node tries for ever where the system lets nobody make any. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  mkdirSync(folder, { mode: PRIVATE })
}

function unusable(folder: string, error: unknown): HostProblem {
  const code = z.object({ code: z.string() }).safeParse(error).data?.code ?? 'no access'
  return new HostProblem(`The data folder ${folder} can't be used (${code}). Name a folder that you may write to with --data.`)
}
