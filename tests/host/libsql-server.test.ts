import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../src/main/storage/database/open-store'
import { modelText } from '../../src/shared/messages/message'
import { type InProcessApp, type InProcessOptions, startInProcess } from '../support/app-in-process'
import { play } from '../support/converter-script'
import { createFakeClock } from '../support/fake-clock'
import { type LibsqlServer, libsqlServer } from '../support/libsql-server'
import { keepPayment, keepThread } from '../support/stored-worlds'
import { tempFolder } from '../support/temp-folder'

async function machine(wishes: Partial<InProcessOptions> = {}): Promise<InProcessApp> {
  const app = await startInProcess({ fixtures: [], userDataFolder: tempFolder(), ...wishes })
  onTestFinished(() => app.stop())
  return app
}

const connect = (app: InProcessApp, server: LibsqlServer, token = server.token('rw')) =>
  app.call('server.connect', { address: server.address, token })

/** A conversation with messages, an allowed payment, a title and a draft with a file, in an unused data folder. */
function seed(folder: string, title: string): string {
  const clock = createFakeClock(Date.UTC(2026, 10, 27, 9, 41))
  const opened = openStore(folder, { clock, unreadable: (table, id) => expect.unreachable(`${table} ${id}`) })
  if (!opened.ok) throw new Error(opened.error.message)
  const { store } = opened.value
  keepThread(store, title, play([{ type: 'user-text', text: `明日は傘がいりますか？ ${title}` }]))
  keepPayment(store, clock, title, `call of ${title}`)
  store.drafts.save(title, `draft of ${title}`)
  const note = { attachmentId: `note of ${title}`, fileName: 'note.txt', mediaType: 'text/plain', width: null, height: null, isDraft: true }
  store.attachments.add(title, { ...note, mediaType: 'text/plain' }, new TextEncoder().encode('a file of the draft'))
  store.conversations.rename(title, title)
  store.close()
  return title
}

/** A data folder with conversations of these names. */
function seeded(...names: readonly string[]): string {
  const folder = tempFolder()
  for (const name of names) seed(folder, name)
  return folder
}

/** All stored data of a computer. */
async function kept(app: InProcessApp): Promise<{ readonly conversationId: string; readonly title: string }[]> {
  const exported = await app.call('history.export', { conversationId: null, format: 'json' })
  if (exported.kind !== 'text') throw new Error('no text')
  const file: { conversations: { conversationId: string; title: string }[] } = JSON.parse(exported.text)
  return file.conversations.toSorted((left, right) => left.title.localeCompare(right.title))
}

const titles = async (app: InProcessApp) => (await kept(app)).map(({ title }) => title)
const notices = async (app: InProcessApp) => (await app.call('app.bootstrap', null)).notices.map(({ kind }) => kind)

test('data from before there was a server is completely there once one is set, comes completely to another computer, and is exchanged both ways', async () => {
  const server = await libsqlServer()
  const desk = await machine({ userDataFolder: seeded('Umbrella', 'Harbour') })
  const secret = await desk.call('conversation.createPrivate', null)
  await desk.call('draft.save', { conversationId: secret.conversationId, text: 'nobody' })
  const before = await kept(desk)
  expect(await connect(desk, server)).toMatchObject({ phase: 'even', fault: null, waiting: 0, hasToken: true })
  expect(await kept(desk)).toEqual(before)

  const laptop = await machine({ userDataFolder: seeded('Laptop’s own') })
  expect(await connect(laptop, server)).toMatchObject({ phase: 'even', waiting: 0 })
  const [harbour, umbrella] = before.filter(({ title }) => title !== '')
  if (harbour === undefined || umbrella === undefined) throw new Error('they were not seeded')
  expect((await kept(laptop)).filter(({ title }) => title !== 'Laptop’s own')).toEqual([harbour, umbrella])
  expect((await laptop.call('history.search', { text: '傘が' })).hits.length).toBe(3)

  // changes there come back here, and what is erased there is erased here
  await laptop.call('conversation.rename', { conversationId: harbour.conversationId, title: '港' })
  await laptop.call('conversation.remove', { conversationId: umbrella.conversationId })
  await laptop.call('conversation.erase', { conversationId: umbrella.conversationId })
  expect(await laptop.call('server.exchange', null)).toMatchObject({ phase: 'even', waiting: 0 })
  expect(await desk.call('server.exchange', null)).toMatchObject({ phase: 'even', waiting: 0 })
  expect((await titles(desk)).filter((title) => title !== '')).toEqual(['Laptop’s own', '港'])
  await laptop.call('storage.wipe', null)
  expect(await laptop.call('server.exchange', null)).toMatchObject({ phase: 'even', waiting: 0 })
  const third = await machine()
  await connect(third, server)
  expect(await titles(third)).toEqual([])
  await desk.call('server.disconnect', null)
  expect((await titles(desk)).filter((title) => title !== '')).toEqual(['Laptop’s own', '港'])
})

test('an unreachable server keeps nobody from starting and talking; a notice says so, and everything is sent when the server is back', async () => {
  const server = await libsqlServer()
  const userDataFolder = seeded('Before')
  const first = await machine({ userDataFolder })
  await connect(first, server)
  await first.stop()
  await server.stop()

  seed(userDataFolder, 'Meanwhile')
  const second = await machine({ userDataFolder })
  await second.until(() => second.told('notice.shown').some(({ kind }) => kind === 'server-away'))
  await second.call('conversation.rename', { conversationId: 'Before', title: 'Before, renamed' })
  expect(await titles(second)).toEqual(['Before, renamed', 'Meanwhile'])
  expect(await second.call('server.state', null)).toMatchObject({ phase: 'waiting', fault: 'away' })

  await server.start()
  // the token of the first run was only in memory
  expect(await second.call('server.exchange', null)).toMatchObject({ phase: 'waiting', fault: 'refused' })
  expect(await connect(second, server)).toMatchObject({ phase: 'even', fault: null, waiting: 0 })
  expect(await notices(second)).toEqual([])
  const other = await machine()
  await connect(other, server)
  expect(await kept(other)).toEqual(await kept(second))
})

test('a token that the server refuses is reported plainly and written nowhere; nothing is lost, and the right one sends all', async () => {
  const server = await libsqlServer()
  const troubles: string[] = []
  const app = await machine({
    userDataFolder: seeded('Kept'),
    onTrouble: (event, facts) => troubles.push(JSON.stringify({ event, facts })),
  })
  for (const token of ['wrong-token-4711', server.token('ro')]) {
    expect(await connect(app, server, token)).toMatchObject({ phase: 'waiting', fault: 'refused', waiting: 1 })
    expect(await notices(app)).toEqual(['server-refused'])
    expect(await titles(app)).toEqual(['Kept'])
  }
  expect(await connect(app, server)).toMatchObject({ phase: 'even', fault: null, waiting: 0 })
  expect(await notices(app)).toEqual([])
  const written = ['settings.json', 'parley.db', 'parley.db-wal'].map((name) => readFileSync(join(app.userDataFolder, name), 'latin1'))
  const said = JSON.stringify(app.told('notice.shown'))
  for (const text of [...written, ...troubles, said]) {
    expect(text).not.toContain('wrong-token-4711')
    expect(text).not.toContain(server.token('rw'))
  }
})

test('what was allowed in a conversation holds no more once another machine has replaced what it holds', async () => {
  const server = await libsqlServer()
  const desk = await machine({ userDataFolder: seeded('Plan', 'Other') })
  const laptop = await machine()
  await connect(desk, server)
  await connect(laptop, server)
  const rule = (name: string, effect: 'allow' | 'deny', conversationId: string) => ({
    ...{ ruleId: null, tool: 'open_url', matchers: [], effect, name: { en: name, ja: name } },
    scope: { kind: 'conversation' as const, conversationId },
  })
  for (const draft of [rule('yes', 'allow', 'Plan'), rule('no', 'deny', 'Plan'), rule('elsewhere', 'allow', 'Other')])
    await desk.call('rules.save', { rule: draft })
  await laptop.call('conversation.rename', { conversationId: 'Plan', title: 'Not that plan' })
  await laptop.call('server.exchange', null)
  await desk.call('server.exchange', null)
  expect(await titles(desk)).toContain('Not that plan')
  const { rules } = await desk.call('rules.list', null)
  expect(
    rules
      .filter(({ rule: { origin } }) => origin === 'user')
      .map(({ rule: { name } }) => modelText(name))
      .sort(),
  ).toEqual(['elsewhere', 'no'])
})

test('a conversation changed on two computers without an exchange is kept twice, and both end with both', async () => {
  const server = await libsqlServer()
  const desk = await machine({ userDataFolder: seeded('Plan') })
  const laptop = await machine()
  const conversationId = 'Plan'
  await connect(desk, server)
  await connect(laptop, server)
  await desk.call('conversation.rename', { conversationId, title: 'Plan of the desk' })
  await laptop.call('conversation.rename', { conversationId, title: 'Plan of the laptop' })
  await desk.call('server.exchange', null)
  await laptop.call('server.exchange', null)
  await laptop.call('server.exchange', null)
  await desk.call('conversation.create', null)
  await desk.call('server.exchange', null)
  const both = ['Plan of the desk', 'Plan of the laptop']
  expect(await titles(laptop)).toEqual(both)
  expect((await titles(desk)).filter((title) => title !== '')).toEqual(both)
})
