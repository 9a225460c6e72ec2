import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ScreenPicture } from '../../../src/main/platform/desktop'
import { createScreenshotFiles } from '../../../src/main/tool-calls/tools/screenshot-files'
import { screenshotTool } from '../../../src/main/tool-calls/tools/take-screenshot'
import { countingIds } from '../../../src/shared/lib/ids'
import { paperDesktop } from '../../support/paper-desktop'
import { tempFolder } from '../../support/temp-folder'

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)

/** The tool on a desktop with this screenshot; a real screen is tested in Electron. */
function toolWith(captureScreen: (() => Promise<ScreenPicture>) | null) {
  const userDataFolder = tempFolder()
  const reports: unknown[] = []
  const tool = screenshotTool({
    desktop: captureScreen === null ? null : paperDesktop({ captureScreen }),
    screenshots: createScreenshotFiles({ userDataFolder, executions: { list: () => [] }, isPrivate: () => false }),
    newId: countingIds(),
    report: (error) => void reports.push(error),
  })
  const prepared = tool.prepare({})
  if (!prepared.ok) throw new Error(prepared.error.message)
  const run = (signal = new AbortController().signal) =>
    prepared.value.run({ toolCallId: 'call-1', conversationId: 'conversation-1', signal })
  return { run, tool, userDataFolder, reports }
}

test('the screenshot is stored completely, only for the user, and reported by name and size', async () => {
  const { run, userDataFolder } = toolWith(async () => ({ png, jpeg, width: 640, height: 480 }))
  expect(await run()).toEqual({ status: 'taken', file: 'screenshot-1.png', width: 640, height: 480, bytes: 8 })
  const kept = join(userDataFolder, 'screenshots', 'screenshot-1.png')
  expect(new Uint8Array(readFileSync(kept))).toEqual(png)
  expect(statSync(kept).mode & 0o077).toBe(0)
  expect(readdirSync(join(userDataFolder, 'screenshots'))).toEqual(['screenshot-1.png', 'screenshot-1.small.jpg'])
})

test('the model gets the smaller copy, also later, and nothing outside the folder', async () => {
  const { run, tool, userDataFolder } = toolWith(async () => ({ png, jpeg, width: 640, height: 480 }))
  const output = await run()
  expect(await tool.pictureOf(output)).toEqual(jpeg)
  writeFileSync(join(userDataFolder, 'other.small.jpg'), 'not a picture')
  await expect(tool.pictureOf({ ...output, file: '../other.png' })).rejects.toThrow('ENOENT')
})

test('a screen that the system hides is reported as such', async () => {
  const { run, reports, userDataFolder } = toolWith(() => Promise.reject(new Error('no permission')))
  await expect(run()).rejects.toThrow('the system does not let Parley see the screen')
  expect(reports).toHaveLength(1)
  expect(readdirSync(userDataFolder)).toEqual([])
})

test('a call that is withdrawn meanwhile stores nothing', async () => {
  const controller = new AbortController()
  const { run, userDataFolder } = toolWith(async () => {
    controller.abort()
    return { png, jpeg, width: 1, height: 1 }
  })
  await expect(run(controller.signal)).rejects.toThrow()
  expect(readdirSync(userDataFolder)).toEqual([])
})

test('a host without a screen says so', async () => {
  await expect(toolWith(null).run()).rejects.toThrow('No screenshot was taken')
})
