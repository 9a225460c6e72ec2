import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { openStore, STORE_FILE } from '../../src/main/storage/database/open-store'
import { buildProgram } from '../support/build-program'
import { createFakeClock } from '../support/fake-clock'
import { PATIENCE, scaled } from '../support/scale'
import type { StoredWord } from '../support/store-writer'
import { tempFolder } from '../support/temp-folder'

const KILLS = scaled(200)
const BESIDE = 4

/**
 * Lets a writer write until it has stored this many pieces, kills it at once, and returns everything that it reported
 * as stored.
 */
async function writeAndKill(program: string, folder: string, run: string, pieces: number): Promise<ReadonlyMap<string, StoredWord>> {
  const writer: ChildProcess = spawn(process.execPath, [program, folder, run], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let complaint = ''
  let lines = 0
  writer.stderr?.on('data', (text: Buffer) => {
    complaint += String(text)
  })
  writer.stdout?.on('data', (text: Buffer) => {
    said += String(text)
    lines += String(text).split('\n').length - 1
    if (lines >= pieces) writer.kill('SIGKILL')
  })
  const [, signal] = await once(writer, 'close')
  expect({ signal, complaint }).toEqual({ signal: 'SIGKILL', complaint: '' })
  const words = said
    .split('\n')
    .slice(0, -1)
    .map((line): StoredWord => JSON.parse(line))
  return new Map(words.map((word) => [word.messageId, word]))
}

function check(folder: string, stored: ReadonlyMap<string, StoredWord>): void {
  const opened = openStore(folder, { clock: createFakeClock(), unreadable: (table, id) => expect.unreachable(`${table} ${id}`) })
  if (!opened.ok) throw new Error(opened.error.message)
  expect(opened.value.setAside).toBeNull()
  const { store } = opened.value
  const kept = new Map<string, number>()
  for (const { conversationId } of store.conversations.list()) {
    for (const { id, parts } of store.messages.list(conversationId)) {
      kept.set(
        id,
        parts.reduce((length, part) => length + (part.type === 'text' ? part.text.length : 0), 0),
      )
    }
  }
  const lost = [...stored.values()].filter(({ messageId, length }) => (kept.get(messageId) ?? 0) < length)
  expect(lost).toEqual([])
  store.close()
  const file = new Database(join(folder, STORE_FILE))
  expect(file.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' })
  // the index agrees with the texts, or this throws
  file.exec("INSERT INTO message_index (message_index, rank) VALUES ('integrity-check', 1)")
  file.close()
}

test(
  `killed repeatedly at random moments, the store is intact and has everything that it reported as stored`,
  async () => {
    const program = await buildProgram('store-writer', 'writeUntilKilled')
    const rounds = Array.from({ length: BESIDE }, async (_, place) => {
      const folder = tempFolder()
      const stored = new Map<string, StoredWord>()
      for (let kill = 0; kill < KILLS / BESIDE; kill += 1) {
        for (const [id, word] of await writeAndKill(program, folder, `run-${place}-${kill}`, 1 + Math.floor(Math.random() * 40)))
          stored.set(id, word)
        // each new writer opens what the previous one left; everything is read now and then, and at the end
        if (kill % 10 === 9) check(folder, stored)
      }
      check(folder, stored)
    })
    await Promise.all(rounds)
  },
  PATIENCE,
)
