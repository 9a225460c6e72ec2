import type { NewId } from '../../../shared/lib/ids'
import { messageOf } from '../../../shared/messages/message'
import { takeScreenshot } from '../../../shared/tools/take-screenshot'
import type { Desktop } from '../../platform/desktop'
import { implementTool, type MainTool, ToolError } from './main-tool'
import type { ScreenshotFiles } from './screenshot-files'

/** Dependencies: the desktop to capture, and where the pictures are stored. */
export interface ScreenshotOptions {
  readonly desktop: Desktop | null
  readonly screenshots: Pick<ScreenshotFiles, 'add' | 'smaller'>
  readonly newId: NewId
  readonly report: (error: unknown) => void
}

/** Stores a screenshot, together with the smaller copy for the model. */
export function screenshotTool({ desktop, screenshots, newId, report }: ScreenshotOptions): MainTool {
  return implementTool(takeScreenshot, {
    async run(_, { signal, conversationId }) {
      if (desktop === null) throw new ToolError(messageOf('screen-in-browser'))
      const { png, jpeg, width, height } = await capture(desktop)
      signal.throwIfAborted()
      const file = `${newId('screenshot')}.png`
      await screenshots.add(conversationId, file, png, jpeg, signal)
      return { status: 'taken', file, width, height, bytes: png.byteLength }
    },
    recall: () => null,
    pictureOf: ({ file }) => screenshots.smaller(file),
  })

  async function capture(from: Desktop) {
    try {
      return await from.captureScreen()
    } catch (error) {
      report(error)
      throw new ToolError(messageOf('screen-not-seen'))
    }
  }
}
