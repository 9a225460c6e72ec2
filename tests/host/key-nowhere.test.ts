import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../../src/main/lib/log/open-log'
import { systemClock } from '../../src/main/lib/system-clock'
import { type EventName, events } from '../../src/shared/ipc/contract'
import { startInProcess } from '../support/app-in-process'
import { filesHolding } from '../support/files-holding'
import { answeringService } from '../support/gateway-rig'
import { httpServer } from '../support/http-server'
import { paperDesktop } from '../support/paper-desktop'
import { tempFolder } from '../support/temp-folder'
import { finish, says, textRecording, words } from '../support/text-recording'

/** Looks like a real key. */
const canary = 'AIzaCanary0123456789abcdefghijklmnopqrs'

test('a key that is used, said and failed with is in no file, no event, no answer, no backup, no bundle and no recording', async () => {
  const { wishes } = await answeringService(textRecording([words, says('Hello.'), finish()]))
  const saved = tempFolder()
  const place = join(saved, 'saved')
  mkdirSync(place)
  const desktop = paperDesktop({ choosePlace: () => Promise.resolve(join(place, 'chosen')) })
  const app = await startInProcess({ ...wishes, environment: { GEMINI_API_KEY: canary }, desktop })
  onTestFinished(() => app.remove())
  const log = openLog({
    folder: join(app.userDataFolder, 'logs'),
    clock: systemClock,
    homeFolder: '/home/someone',
    secrets: () => [canary],
  })
  await app.call('settings.update', { recordCalls: true })
  await app.call('key.save', { key: canary })
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('conversation.replyModality', { conversationId, replyModality: 'text' })
  await app.call('text.send', { conversationId, text: 'Hello' })
  await app.until(() => app.told('stream.chunk').some(({ chunk }) => chunk.type === 'text-delta' && chunk.delta === 'Hello.'))
  log.error('call failed', { error: new Error(`wss://host/?key=${canary} was refused`) })
  const leaveOut = { transcripts: false, values: false, sound: false, paths: false, names: [] }
  const whole = { conversationId, minutes: null, leaveOut }
  const answers = [
    await app.call('app.bootstrap', null),
    await app.call('conversation.open', { conversationId }),
    await app.call('backup.make', null),
    await app.call('diagnostics.collect', { sound: null, choices: { settings: true, log: true, recordings: [] } }),
    await app.call('fixture.preview', whole),
    await app.call('fixture.save', whole),
  ]
  expect(JSON.stringify(answers)).not.toContain(canary)
  const heard = Object.keys(events).map((name) => app.told(name as EventName))
  expect(JSON.stringify(heard)).toContain('Hello.')
  expect(JSON.stringify(heard)).not.toContain(canary)
  await app.stop()
  expect(existsSync(join(app.userDataFolder, 'backups'))).toBe(true)
  expect(existsSync(join(app.userDataFolder, 'logs'))).toBe(true)
  expect(readdirSync(place)).not.toEqual([])
  for (const folder of [app.userDataFolder, saved]) expect(filesHolding(folder, canary)).toEqual([])
})

test('a redirect takes neither the key nor the conversation to another host', async () => {
  const reached: string[] = []
  const other = await httpServer((request, response) => {
    reached.push(request.url ?? '')
    response.end()
  })
  const service = await httpServer((request, response) => void response.writeHead(307, { location: `${other}${request.url ?? ''}` }).end())
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: canary }, desktop: paperDesktop() })
  onTestFinished(() => app.remove())
  await app.call('settings.update', { serviceAddress: service })
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('conversation.replyModality', { conversationId, replyModality: 'text' })
  await app.call('text.send', { conversationId, text: 'Hello' })
  await app.until(() => app.told('conversation.status').at(-1)?.session.phase === 'failed')
  expect(app.told('conversation.status').at(-1)?.session).toMatchObject({ cause: 'unreachable' })
  expect(reached).toEqual([])
})
