import { rmSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { takeScreenshot } from '../../../shared/tools/take-screenshot'
import { nodeFiles, writeAtomically } from '../../lib/files'
import type { ExecutionTable } from '../../storage/database/execution-table'

/** Name of the folder with the pictures, in the user's data folder. */
const SCREENSHOT_FOLDER = 'screenshots'

/** Methods that also erase screenshots. */
interface Erasing {
  erase(conversationId: string): void
  eraseAll(): Promise<void>
}

/**
 * The screenshots, each with the smaller copy for the model. Files are complete or absent, only the user may read them, and they are
 * erased with their conversation. Of a private conversation only the smaller copies are held, in memory.
 */
export interface ScreenshotFiles {
  /** Nothing is left of it where `signal` aborts meanwhile. */
  add(conversationId: string, file: string, png: Uint8Array, jpeg: Uint8Array, signal: AbortSignal): Promise<void>
  /** The smaller copy, as JPEG. Rejects where it is gone. */
  smaller(file: string): Promise<Uint8Array>
  /** Erasing a conversation, or all of them, also erases their screenshots. */
  erasesToo<Part extends Erasing>(part: Part): Part
}

/** Dependencies: the user's data folder, and the runs that name the files of a conversation. */
export interface ScreenshotFilesOptions {
  readonly userDataFolder: string
  readonly executions: Pick<ExecutionTable, 'list'>
  /** Whether nothing of this conversation may be stored. */
  isPrivate(conversationId: string): boolean
}

export function createScreenshotFiles({ userDataFolder, executions, isPrivate }: ScreenshotFilesOptions): ScreenshotFiles {
  const folder = join(userDataFolder, SCREENSHOT_FOLDER)
  /** smaller copies of private conversations, by the picture's name */
  const held = new Map<string, Uint8Array>()

  function remove(file: string): void {
    held.delete(file)
    for (const name of [basename(file), smallName(basename(file))]) rmSync(join(folder, name), { force: true })
  }

  function eraseOf(conversationId: string): void {
    for (const { toolName, output } of executions.list(conversationId)) {
      const taken = toolName === takeScreenshot.name ? takeScreenshot.output.safeParse(output).data : undefined
      if (taken !== undefined) remove(taken.file)
    }
  }

  return {
    async add(conversationId, file, png, jpeg, signal) {
      if (isPrivate(conversationId)) {
        held.set(file, jpeg)
        return
      }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeAtomically(nodeFiles, join(folder, smallName(file)), jpeg)
      await writeAtomically(nodeFiles, join(folder, file), png)
      if (signal.aborted) remove(file)
    },
    smaller: async (file) => held.get(file) ?? new Uint8Array(await readFile(join(folder, smallName(basename(file))))),
    erasesToo: (part) => ({
      ...part,
      erase(conversationId) {
        eraseOf(conversationId)
        part.erase(conversationId)
      },
      async eraseAll() {
        held.clear()
        rmSync(folder, { recursive: true, force: true })
        await part.eraseAll()
      },
    }),
  }
}

/** `screenshot-1.png` → `screenshot-1.small.jpg` */
function smallName(file: string): string {
  return file.replace(/\.png$/, '.small.jpg')
}
