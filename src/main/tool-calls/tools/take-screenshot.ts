import { mkdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { NewId } from '../../../shared/lib/ids'
import { messageOf } from '../../../shared/messages/message'
import { takeScreenshot } from '../../../shared/tools/take-screenshot'
import { nodeFiles, writeAtomically } from '../../lib/files'
import type { Desktop } from '../../platform/desktop'
import { implementTool, type MainTool, ToolError } from './main-tool'

/** Name of the folder with the pictures, in the user's data folder. */
export const SCREENSHOT_FOLDER = 'screenshots'

/** Dependencies: the desktop to capture, and the user's data folder for the pictures. */
export interface ScreenshotOptions {
  readonly desktop: Desktop | null
  readonly userDataFolder: string
  readonly newId: NewId
  /** Whether nothing of this conversation may be stored. */
  isPrivate(conversationId: string): boolean
  readonly report: (error: unknown) => void
}

/**
 * Stores a screenshot in `screenshots/`, together with the smaller copy for the model. Files are complete or absent, and only the user
 * may read them.
 */
export function screenshotTool({ desktop, userDataFolder, newId, isPrivate, report }: ScreenshotOptions): MainTool {
  const folder = join(userDataFolder, SCREENSHOT_FOLDER)
  /** smaller copies in private conversations, by the picture's name: never stored */
  const held = new Map<string, Uint8Array>()
  return implementTool(takeScreenshot, {
    async run(_, { signal, conversationId }) {
      if (desktop === null) throw new ToolError(messageOf('screen-in-browser'))
      const { png, jpeg, width, height } = await capture(desktop)
      signal.throwIfAborted()
      const file = `${newId('screenshot')}.png`
      if (isPrivate(conversationId)) held.set(file, jpeg)
      else await keepBoth(file, png, jpeg)
      return { status: 'taken', file, width, height, bytes: png.byteLength }
    },
    recall: () => null,
    pictureOf: async ({ file }) => held.get(file) ?? new Uint8Array(await readFile(join(folder, smallName(basename(file))))),
  })

  async function keepBoth(file: string, png: Uint8Array, jpeg: Uint8Array): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeAtomically(nodeFiles, join(folder, smallName(file)), jpeg)
    await writeAtomically(nodeFiles, join(folder, file), png)
  }

  async function capture(from: Desktop) {
    try {
      return await from.captureScreen()
    } catch (error) {
      report(error)
      throw new ToolError(messageOf('screen-not-seen'))
    }
  }
}

/** `screenshot-1.png` → `screenshot-1.small.jpg` */
function smallName(file: string): string {
  return file.replace(/\.png$/, '.small.jpg')
}
