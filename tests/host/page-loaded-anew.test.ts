import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { mostAttachments } from '../../src/shared/attachments/attachment'
import { startInProcess } from '../support/app-in-process'
import { oneCallRecording } from '../support/one-call-recording'
import { paperDesktop } from '../support/paper-desktop'
import { tempFolder } from '../support/temp-folder'

it('a reloaded page attaches, uploads and exports like the first one: half-sent uploads are released', async () => {
  const place = tempFolder()
  const desktop = paperDesktop({ choosePlace: (name) => Promise.resolve(join(place, name)) })
  const app = await startInProcess({ fixtures: [], desktop })
  onTestFinished(() => app.remove())
  const { conversationId } = await app.call('conversation.create', null)
  const attach = () => app.call('attachment.begin', { conversationId, fileName: 'a.txt', bytes: 3 })
  for (let file = 0; file < mostAttachments; file += 1) await attach()
  await expect(attach()).rejects.toThrow('attachments-too-many')
  const { uploadId } = await app.call('source.upload', { fileName: 'a.csv', bytes: 3 })
  await app.call('export.begin', { fileNames: ['a.csv'] })
  expect(readdirSync(place)).toHaveLength(1)

  await app.call('app.bootstrap', null)
  expect((await attach()).uploadId).not.toBe('')
  await expect.poll(() => [...readdirSync(place), ...readdirSync(join(app.userDataFolder, 'data', 'uploads'))]).toEqual([])
  await expect(app.call('source.uploaded', { uploadId })).rejects.toThrow('upload-over')
})

it('a call that ran in the page that is gone ends in words, and the model is answered', async () => {
  const app = await startInProcess({ fixtures: [oneCallRecording('change_bgm', { track: 'rain' })], speed: 50 })
  onTestFinished(() => app.remove())
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: 'Play the rain.', attachmentIds: [] })
  await app.until(() => app.told('tool.run').length > 0)
  await app.call('app.bootstrap', null)
  const ended = () => app.told('stream.chunk').find(({ chunk }) => chunk.type.startsWith('tool-output-'))?.chunk
  await app.until(() => ended() !== undefined)
  expect(ended()).toMatchObject({ type: 'tool-output-error', errorText: expect.stringContaining('window was reloaded while the call ran') })
  await app.until(() => app.told('stream.chunk').some(({ chunk }) => chunk.type === 'text-delta' && chunk.delta === 'There it is.'))
})
