import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type RunningApp, startApp } from '../support/app'
import { filesHolding } from '../support/files-holding'
import { showSection } from '../support/show-section'

const asked = '金沢の請求書を見せて'

let app: RunningApp

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await app.report('damaged history')
  await app.remove()
})

const thread = () => app.page.getByRole('log')
const banner = () => app.page.getByText('The conversation file could not be read')

it('a file that was damaged while Parley was closed is kept, the banner links to the backups, and one of them restores everything', async () => {
  app = await startApp()
  const { userDataFolder } = app
  const composer = app.page.getByRole('textbox', { name: 'Type a message' })
  await composer.fill(asked)
  await composer.press('Enter')
  await thread().getByText(asked).waitFor()
  await expect.poll(() => filesHolding(userDataFolder, asked), { timeout: 60_000 }).not.toEqual([])
  await app.page.keyboard.press('Control+Comma')
  await showSection(app.page, 'storage')
  await app.page.getByRole('button', { name: 'Back up now' }).click()
  await app.page.locator('[data-backup]').waitFor()
  await app.close()

  const path = join(userDataFolder, 'parley.db')
  const broken = await readFile(path)
  broken.fill(0xa5, 4096, 5 * 4096)
  await writeFile(path, broken)

  app = await startApp({ userDataFolder })
  await banner().waitFor()
  const [aside] = (await readdir(userDataFolder)).filter((name) => /^parley\.damaged-.*\.db$/.test(name))
  expect((await readFile(join(userDataFolder, aside ?? ''))).equals(broken)).toBe(true)
  // it can be used meanwhile, and new messages stay next to the restored ones
  await app.page.getByRole('textbox', { name: 'Type a message' }).fill('said in between')
  await app.page.getByRole('textbox', { name: 'Type a message' }).press('Enter')
  await thread().getByText('said in between').waitFor()

  await app.page.getByRole('button', { name: 'Show backups' }).click()
  await app.page.getByRole('button', { name: /^Restore the backup of / }).click()
  await app.page.getByText('Restores 1 conversation that isn’t here.').waitFor()
  await app.page.getByRole('button', { name: 'Restore', exact: true }).last().click()
  await app.page.getByRole('status').getByText('1 conversation restored').waitFor()
  await app.close()

  app = await startApp({ userDataFolder })
  for (const words of [asked, 'said in between']) {
    await app.page.locator('[data-row]').filter({ hasText: words }).click()
    await thread().getByText(words).waitFor()
  }
  expect(await banner().count()).toBe(0)
})
