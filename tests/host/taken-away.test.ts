import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWav } from '../../src/shared/audio/wav'
import { startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { paperDesktop } from '../support/paper-desktop'
import { tempFolder } from '../support/temp-folder'

test('a conversation with its sound is saved where the user chooses, is erased, comes back from its file, and continues', async () => {
  const folder = tempFolder()
  const desktop = paperDesktop({ choosePlace: async (fileName) => join(folder, fileName) })
  const app = await startInProcess({ fixtures: [await bundledFixture('interruption')], speed: 20, desktop })
  await app.call('settings.update', { recordCalls: true })
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: 'Which carriers were late?' })
  await app.until(() => app.told('playback.pcm').length > 3)
  const [{ turnId } = { turnId: '' }] = app.told('playback.pcm')
  await app.call('playback.position', { conversationId, turnId, samples: 2400, done: false })
  await app.call('turn.interrupt', { conversationId })
  await app.call('session.stop', { conversationId })

  expect(await app.call('recording.export', { conversationId })).toEqual({ kind: 'saved', fileName: 'Which-carriers-were-late.wav' })
  const wav = readWav(new Uint8Array(await readFile(join(folder, 'Which-carriers-were-late.wav'))))
  expect(wav).toMatchObject({ ok: true, value: { channels: 2, sampleRate: 24_000 } })
  const saved = await app.call('history.export', { conversationId, format: 'json' })
  if (saved.kind !== 'saved') throw new Error(saved.kind)
  const file = await readFile(join(folder, saved.fileName))
  const { messages: before } = await app.call('conversation.open', { conversationId })

  await app.call('conversation.remove', { conversationId })
  await app.call('conversation.erase', { conversationId })
  await expect(app.call('recording.export', { conversationId })).rejects.toThrow('conversation-unknown')
  for (let at = 0; at < file.byteLength; at += 1000) {
    await app.call('history.importPiece', { first: at === 0, bytes: new Uint8Array(file.subarray(at, at + 1000)) })
  }
  expect(await app.call('history.import', null)).toEqual({ conversationIds: [conversationId], messages: before.length })
  expect(app.told('conversation.list').at(-1)).toMatchObject({ changed: null })
  expect((await app.call('app.bootstrap', null)).conversations.map((one) => one.conversationId)).toContain(conversationId)
  expect((await app.call('conversation.open', { conversationId })).messages).toEqual(before)
  // data erased with the conversation is not part of the file
  await expect(app.call('recording.export', { conversationId })).rejects.toThrow('recording-none')
  await app.call('text.send', { conversationId, text: 'Go on' })
  await app.until(() => app.told('stream.chunk').filter(({ chunk }) => chunk.type === 'finish').length > 3)
  await app.remove()
})

test('without a dialog the page gets the file, and the sound by pieces', async () => {
  const app = await startInProcess({ fixtures: [await bundledFixture('interruption')], speed: 20 })
  await app.call('settings.update', { recordCalls: true })
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: 'Which carriers were late?' })
  await app.until(() => app.told('playback.pcm').length > 3)
  const [{ turnId } = { turnId: '' }] = app.told('playback.pcm')
  await app.call('playback.position', { conversationId, turnId, samples: 2400, done: true })
  expect(await app.call('history.export', { conversationId: null, format: 'markdown' })).toMatchObject({
    kind: 'text',
    text: expect.stringContaining('> Which carriers were late?'),
  })
  const recording = await app.call('recording.export', { conversationId })
  if (recording.kind !== 'pieces') throw new Error(recording.kind)
  const { bytes } = await app.call('recording.piece', { conversationId, from: 0 })
  expect(bytes.byteLength).toBe(recording.bytes)
  expect(readWav(bytes)).toMatchObject({ ok: true })
  expect((await app.call('recording.piece', { conversationId, from: recording.bytes })).bytes.byteLength).toBe(0)
  await app.remove()
})
