import { join } from 'node:path'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { STORE_FILE } from '../../src/main/storage/database/open-store'
import { startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'

test('while another program locks the file the conversation continues, the user gets a notice, and no input is lost', async () => {
  const fixtures = [await bundledFixture('interruption')]
  const first = await startInProcess({ fixtures, speed: 20 })
  const { conversationId } = await first.call('conversation.create', null)
  const other = new Database(join(first.userDataFolder, STORE_FILE))
  other.exec('BEGIN IMMEDIATE')
  await first.call('text.send', { conversationId, text: 'Said while the file was held' })
  await first.until(() => first.told('notice.shown').some(({ kind }) => kind === 'store-unwritable'))
  const shown = first.told('notice.shown').filter(({ kind }) => kind === 'store-unwritable')
  other.exec('ROLLBACK')
  other.close()
  await first.until(() => first.told('notice.gone').some(({ noticeId }) => noticeId === shown[0]?.noticeId))
  expect(shown).toHaveLength(1)
  await first.stop()

  const second = await startInProcess({ fixtures, userDataFolder: first.userDataFolder })
  const { messages } = await second.call('conversation.open', { conversationId })
  expect(JSON.stringify(messages[0])).toContain('Said while the file was held')
  expect((await second.call('history.search', { text: 'file was held' })).hits).toMatchObject([{ conversationId }, { conversationId }])
  await second.remove()
})
