import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tokenFrom } from '../../../src/main/cli/token-file'
import { startInProcess } from '../../support/app-in-process'
import { calls, chatWith, expectValid, settled, textOf } from '../../support/chat-hook'
import { answeringService, copyThenSay } from '../../support/gateway-rig'
import { paperDesktop } from '../../support/paper-desktop'
import { tempFolder } from '../../support/temp-folder'

const copies = copyThenSay('Copied.')

test('a program with a token file keeps its token, its chat and its open question over a restart, and resumes the answer given meanwhile', async () => {
  const { wishes } = await answeringService(copies)
  const file = join(tempFolder(), 'token')
  const token = tokenFrom(file)
  if (!token.ok) throw new Error(token.error.message)
  expect(tokenFrom(file)).toEqual(token)
  expect(statSync(file).mode & 0o077).toBe(0)

  const desktop = paperDesktop({ writeClipboard: () => Promise.resolve() })
  const start = async (port: number, given: string | null, userDataFolder?: string) => {
    const gateway = { open: { port }, firstClient: { name: 'parley serve', token: given } }
    const app = await startInProcess({ ...wishes, speed: 50, desktop, gateway, ...(userDataFolder && { userDataFolder }) })
    onTestFinished(() => app.remove())
    const { port: opened, clients } = await app.call('gateway.state', null)
    return { app, port: opened ?? 0, clientIds: clients.map(({ clientId }) => clientId) }
  }
  const before = await start(0, token.value)
  const { app, port, clientIds } = before
  const rig = { ...before, url: `http://127.0.0.1:${port}`, headers: { authorization: `Bearer ${token.value}` } }
  const { hook, requests } = chatWith(rig)
  await hook.current().sendMessage({ text: 'Copy it.' })
  const [copy] = calls(hook.current())
  if (copy?.state !== 'approval-requested') throw new Error('nothing was asked')

  await app.stop()
  const after = await start(port, token.value, app.userDataFolder)
  expect(after.clientIds).toEqual(clientIds)
  const [open] = (await after.app.call('app.bootstrap', null)).approvals
  await after.app.call('approval.decide', { approvalId: open?.approvalId ?? '', inputHash: open?.inputHash ?? '', approved: true })
  await hook.current().resumeStream()
  const done = await hook.until((chat) => settled(chat) && textOf(chat.messages.at(-1)) === 'Copied.')
  expect(calls(done)).toMatchObject([{ toolCallId: copy.toolCallId, state: 'output-available' }])
  expect([done.status, done.messages.map(({ role }) => role)]).toEqual(['ready', ['user', 'assistant']])
  expect(requests).toHaveLength(2)
  await expectValid(done)

  await after.app.stop()
  const renewed = await start(port, null, app.userDataFolder)
  expect(renewed.clientIds).toEqual(clientIds)
  const old = await fetch(`${rig.url}/api/data`, { headers: rig.headers })
  expect(old.status).toBe(401)
})
