import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { SETTINGS_FILE } from '../../src/main/storage/settings/settings-file'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { freePort } from '../support/free-port'
import { tempFolder } from '../support/temp-folder'

let app: InProcessApp | null = null
afterEach(async () => {
  await app?.remove()
  app = null
})

it('a gateway that is turned on and off again follows, though both changes can’t be saved', async () => {
  const userDataFolder = tempFolder()
  // a folder instead of the file: it can neither be read nor written
  mkdirSync(join(userDataFolder, SETTINGS_FILE))
  const running = await startInProcess({ fixtures: [await bundledFixture('weather')], speed: 50, userDataFolder })
  app = running
  const port = async () => (await running.call('gateway.state', null)).port

  await expect(running.call('settings.update', { gateway: true, gatewayPort: await freePort() })).rejects.toThrow('settings-not-saved')
  await expect.poll(port).not.toBeNull()
  const answered = await fetch(`http://127.0.0.1:${await port()}/`)
  expect(answered.status).toBeGreaterThan(0)
  expect(running.told('settings.changed').at(-1)).toMatchObject({ gateway: true })

  await expect(running.call('settings.update', { gateway: false })).rejects.toThrow('settings-not-saved')
  await expect.poll(port).toBeNull()
  expect(running.told('settings.changed').at(-1)).toMatchObject({ gateway: false })
})
