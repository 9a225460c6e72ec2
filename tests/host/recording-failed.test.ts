import { existsSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { paperDesktop } from '../support/paper-desktop'
import { beginTalk, endTalk, sayFrame } from '../support/speak-to-app'
import { tempFolder } from '../support/temp-folder'

let app: InProcessApp | null = null
afterEach(async () => {
  await app?.remove()
  app = null
})

it('a recording that can’t be written is turned off and says why, the talk continues, and turned on again it is written and shown', async () => {
  const userDataFolder = tempFolder()
  const folder = join(userDataFolder, 'recordings')
  writeFileSync(folder, 'a file in the way')
  const shown: string[] = []
  const desktop = paperDesktop({ showInFolder: async (path) => void shown.push(path) })
  const running = await startInProcess({ fixtures: [await bundledFixture('weather')], speed: 50, userDataFolder, desktop })
  app = running
  const settings = () => running.told('settings.changed').at(-1)
  const notices = () => running.told('notice.shown').filter(({ kind }) => kind === 'recording-failed')
  await running.call('settings.update', { recordCalls: true })

  const first = await beginTalk(running)
  await sayFrame(running, first, 40)
  await running.until(() => settings()?.recordCalls === false)
  expect(notices()).toMatchObject([{ detail: 'EEXIST' }])
  await sayFrame(running, first, 40)
  await endTalk(running, first)
  expect((await running.call('app.bootstrap', null)).settings.recordCalls).toBe(false)

  await rm(folder)
  await running.call('settings.update', { recordCalls: true })
  expect(running.told('notice.gone')).toContainEqual({ noticeId: notices()[0]?.noticeId })
  const second = await beginTalk(running)
  for (let frame = 0; frame < 50; frame += 1) await sayFrame(running, second, 40)
  await endTalk(running, second)
  const { currentConversationId } = await running.call('app.bootstrap', null)
  await vi.waitFor(() => expect(existsSync(join(folder, `${currentConversationId}.wav`))).toBe(true), { timeout: 20_000 })
  await vi.waitFor(
    async () => {
      await running.call('recordings.show', null)
      expect(shown.at(-1)).toBe(join(folder, `${currentConversationId}.wav`))
    },
    { timeout: 20_000, interval: 200 },
  )
  expect(notices()).toHaveLength(1)
})
