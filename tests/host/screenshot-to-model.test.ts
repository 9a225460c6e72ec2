import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { startInProcess } from '../support/app-in-process'
import { oneCallRecording } from '../support/one-call-recording'
import { paperDesktop } from '../support/paper-desktop'
import { paperJpeg } from '../support/paper-jpeg'

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47)
const jpeg = paperJpeg(768, 432)

/** Requests a screenshot and answers the approval; returns what the model's server received after it. */
async function lookAtScreen(approved: boolean, create: 'conversation.create' | 'conversation.createPrivate' = 'conversation.create') {
  const fixture = oneCallRecording('take_screenshot', {})
  const server = await startFixtureServer({ fixture, speed: 100 })
  // the client library reads its address from the process
  vi.stubEnv('GOOGLE_GEMINI_BASE_URL', server.baseUrl)
  const app = await startInProcess({
    fixtures: [fixture],
    environment: { GEMINI_API_KEY: 'a-key-for-tests' },
    desktop: paperDesktop({ captureScreen: async () => ({ png, jpeg, width: 1920, height: 1080 }) }),
  })
  onTestFinished(async () => {
    await app.remove()
    await server.close()
    vi.unstubAllEnvs()
  })
  const { conversationId } = await app.call(create, null)
  await app.call('text.send', { conversationId, text: 'What is on my screen?' })
  await app.until(() => app.told('approval.changed').length > 0)
  const [approval] = app.told('approval.changed')
  if (approval === undefined) throw new Error('nothing was asked')
  await app.call('approval.decide', { approvalId: approval.approvalId, inputHash: approval.inputHash, approved })
  const status = approved ? '"status":"done"' : '"status":"denied"'
  await server.waitFor(() => server.received().some(({ frame }) => JSON.stringify(frame).includes(status)))
  expect(server.violations()).toEqual([])
  const received = server.received().map(({ frame }) => frame)
  return { app, approval, received, told: received.findIndex((frame) => JSON.stringify(frame).includes(status)) }
}

test('a screenshot is sent to the model right before the response of its call', async () => {
  const { app, approval, received, told } = await lookAtScreen(true)
  expect(received[told - 1]).toEqual({
    realtimeInput: { video: { mimeType: 'image/jpeg', data: Buffer.from(jpeg).toString('base64') } },
  })
  const { address } = await app.call('call.picture', { toolCallId: approval.toolCallId })
  expect(address).toBe(`data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`)
})

test('the approval says who gets the screenshot, and after a denial nobody does', async () => {
  const { app, approval, received } = await lookAtScreen(false)
  expect(approval.question.en).toBe('Take a screenshot and show it to Gemini?')
  expect(approval.destination).toBe('Gemini')
  expect(JSON.stringify(received)).not.toContain('"video"')
  expect(await app.call('call.picture', { toolCallId: approval.toolCallId })).toEqual({ address: null })
})

test('in a private conversation the screenshot is shown to the model and to the user, and is on no disk', async () => {
  const { app, approval, received, told } = await lookAtScreen(true, 'conversation.createPrivate')
  expect(JSON.stringify(received[told - 1])).toContain(Buffer.from(jpeg).toString('base64'))
  const { address } = await app.call('call.picture', { toolCallId: approval.toolCallId })
  expect(address).toBe(`data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`)
  expect(existsSync(join(app.userDataFolder, 'screenshots'))).toBe(false)
})

test('a picture goes with its conversation: nothing of it stays once that is erased', async () => {
  const { app, approval } = await lookAtScreen(true)
  const folder = join(app.userDataFolder, 'screenshots')
  expect(readdirSync(folder)).toHaveLength(2)
  const { conversationId, toolCallId } = approval
  await app.call('conversation.remove', { conversationId })
  expect(readdirSync(folder)).toHaveLength(2)
  await app.call('conversation.erase', { conversationId })
  expect(readdirSync(folder)).toEqual([])
  expect(await app.call('call.picture', { toolCallId })).toEqual({ address: null })
})

test('there is no screenshot of an unknown call', async () => {
  const app = await startInProcess({ fixtures: [oneCallRecording('take_screenshot', {})] })
  onTestFinished(() => app.remove())
  expect(await app.call('call.picture', { toolCallId: '../../settings' })).toEqual({ address: null })
})
