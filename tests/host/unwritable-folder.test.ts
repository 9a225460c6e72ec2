import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { STORE_FILE } from '../../src/main/storage/database/open-store'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { buildProgram } from '../support/build-program'
import { bundledFixture } from '../support/fixture-facts'
import { tempFolder } from '../support/temp-folder'
import { SAID_UNWRITABLE } from '../support/unwritable-app'

const recording = resolve('fixtures/interruption.jsonl')

async function run(userDataFolder: string): Promise<InProcessApp> {
  return startInProcess({ fixtures: [await bundledFixture('interruption')], speed: 50, userDataFolder })
}

/** A folder with one conversation in it. */
async function usedFolder() {
  const folder = tempFolder()
  const app = await run(folder)
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: 'Said before' })
  await app.until(() => app.told('stream.chunk').some(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish'))
  await app.stop()
  return { folder, conversationId }
}

function paths(folder: string): readonly string[] {
  return [folder, ...readdirSync(folder).map((name) => join(folder, name))]
}

/** Node without root's right to write whatever the modes say. It can still read a clone that only root can read. */
const node =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-dac_override', process.execPath] : [process.execPath]

/** Runs the program without administrator rights; returns its output, and the function that lets it continue. */
async function talkUnwritably(folder: string, earlier: string) {
  const program = await buildProgram('unwritable-app', 'talkUnwritably')
  const [command = process.execPath, ...before] = node
  const child = spawn(command, [...before, program, folder, recording, earlier])
  onTestFinished(() => void child.kill())
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => {
    complaint += String(text)
  })
  const closed = once(child, 'close')
  const told = await Promise.race([once(child.stdout, 'data'), closed])
  expect(complaint).toBe('')
  return { told: JSON.parse(String(told[0])), child, closed }
}

describe('a data folder that may not be written', () => {
  it('if only the database may not be written, the user gets a notice, it is read, and messages are written once it can be', async () => {
    const { folder, conversationId } = await usedFolder()
    chmodSync(join(folder, STORE_FILE), 0o444)
    const { told, child, closed } = await talkUnwritably(folder, conversationId)
    expect(told).toMatchObject({
      notices: ['store-unwritable'],
      details: [{ code: 'store-unwritable', values: { code: 'SQLITE_READONLY' } }],
      said: true,
      roles: ['user', 'assistant'],
      draft: 'half a thought',
      earlier: true,
      settings: 'dark',
    })
    chmodSync(join(folder, STORE_FILE), 0o644)
    child.stdin.write('go on\n')
    expect(await closed).toEqual([0, null])
    const after = await run(folder)
    const titles = (await after.call('app.bootstrap', null)).conversations
    expect(titles).toHaveLength(2)
    expect((await after.call('history.search', { text: SAID_UNWRITABLE })).hits).not.toEqual([])
    await after.stop()
  }, 120_000)

  it('if nothing may be written, the user gets a notice, continues in memory, and the data there is unchanged', async () => {
    const { folder, conversationId } = await usedFolder()
    const before = readFileSync(join(folder, STORE_FILE))
    for (const path of paths(folder)) chmodSync(path, statSync(path).isDirectory() ? 0o555 : 0o444)
    const { told, child, closed } = await talkUnwritably(folder, conversationId)
    child.kill()
    await closed
    // whether the engine can read the file there depends on whether its log is still next to it
    expect(['store-damaged', 'store-unwritable']).toContain(told.notices[0])
    expect(told.earlier).toBe(told.notices[0] === 'store-unwritable')
    expect(told).toMatchObject({ said: true, roles: ['user', 'assistant'], draft: 'half a thought' })
    expect(told.settings).toContain('holds until you quit')
    for (const path of paths(folder)) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
    expect(readFileSync(join(folder, STORE_FILE)).equals(before)).toBe(true)
    const after = await run(folder)
    expect((await after.call('conversation.open', { conversationId })).messages).not.toEqual([])
    await after.stop()
  }, 120_000)
})
