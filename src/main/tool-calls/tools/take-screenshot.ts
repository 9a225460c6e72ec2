import { mkdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { NewId } from '../../../shared/lib/ids'
import { messageText } from '../../../shared/messages/message-text'
import { takeScreenshot } from '../../../shared/tools/take-screenshot'
import { nodeFiles, writeAtomically } from '../../lib/files'
import type { Desktop } from '../../platform/desktop'
import { implementTool, type MainTool, ToolError } from './main-tool'

/** Name of the folder with the pictures, in the user's data folder. */
export const SCREENSHOT_FOLDER = 'screenshots'

/** What the tool needs: a desktop to look at, and the folder of the user's data to keep its pictures in. */
export interface ScreenshotOptions {
  readonly desktop: Desktop | null
  readonly userDataFolder: string
  readonly newId: NewId
  /** Nothing of this conversation may be written down. */
  isPrivate(conversationId: string): boolean
  readonly report: (error: unknown) => void
}

/**
 * Keeps a picture of the screen in `screenshots/`, and beside it the smaller copy that the model is shown. A file is there
 * whole or not at all, and only the user may read it.
 */
export function screenshotTool({ desktop, userDataFolder, newId, isPrivate, report }: ScreenshotOptions): MainTool {
  const folder = join(userDataFolder, SCREENSHOT_FOLDER)
  /** smaller copies of private conversations, by the name of the picture: gone with the program */
  const held = new Map<string, Uint8Array>()
  return implementTool(takeScreenshot, {
    async run(_, { signal, conversationId }) {
      if (desktop === null) throw new ToolError(messageText('screen-in-browser'))
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
      throw new ToolError(messageText('screen-not-seen'))
    }
  }
}

/** `screenshot-1.png` → `screenshot-1.small.jpg` */
function smallName(file: string): string {
  return file.replace(/\.png$/, '.small.jpg')
}
