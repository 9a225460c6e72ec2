import { expect, test } from 'vitest'
import { calls, chatWith, settled, textOf } from '../../support/chat-hook'
import { copyThenSay, type GatewayRig, startGateway } from '../../support/gateway-rig'
import { jumpingClock } from '../../support/jumping-clock'
import { openLive } from '../../support/live-client'
import { finish, says, textRecording, words } from '../../support/text-recording'

const HALF = 5 * 60_000 + 1
const IDLE = 2 * HALF
const greets = textRecording([words, says('Hello.'), finish()])

/** How many conversations are loaded. */
const kept = async ({ app }: GatewayRig): Promise<number> => (await app.call('app.bootstrap', null)).statuses.length

test('a conversation that no client uses for ten minutes is unloaded, and continues from the store when one comes back', async () => {
  const clock = jumpingClock()
  const rig = await startGateway({ clock, fixtures: [greets] })
  const before = await kept(rig)
  const { hook } = chatWith(rig)
  await hook.current().sendMessage({ text: 'Hi' })
  const run = { threadId: 'thread', runId: 'run-1', messages: [{ role: 'user', content: 'Hi' }] }
  const post = (path: string, body: object) =>
    fetch(`${rig.url}${path}`, {
      method: 'POST',
      headers: { ...rig.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((response) => response.text())
  await post('/api/ag-ui', run)
  await post('/api/tanstack/chat', { messages: run.messages, data: { run_id: 'run-2' } })
  expect(await kept(rig)).toBe(before + 3)
  clock.jump(HALF)
  await hook.current().sendMessage({ text: 'Still there?' })
  clock.jump(HALF)
  expect(await kept(rig)).toBe(before + 1)
  clock.jump(IDLE)
  expect(await kept(rig)).toBe(before)

  await hook.current().sendMessage({ text: 'And now?' })
  expect(hook.current().messages.map(textOf)).toEqual(['Hi', 'Hello.', 'Still there?', 'Hello.', 'And now?', 'Hello.'])
  const { conversationId = '' } = rig.app.told('stream.chunk')[0] ?? {}
  const { messages } = await rig.app.call('conversation.open', { conversationId })
  expect(messages).toHaveLength(6)
  expect(await post('/api/ag-ui', { ...run, runId: 'run-3' })).toContain('Hello.')
})

test('an open approval, a live client and the window keep their conversations loaded', async () => {
  const clock = jumpingClock()
  const copies = copyThenSay('Copied.')
  const rig = await startGateway({ clock, fixtures: [copies] })
  await rig.app.call('settings.update', { approvalSeconds: 3600 })
  const { hook } = chatWith(rig)
  await hook.current().sendMessage({ text: 'Copy it.' })
  const before = await kept(rig)
  const live = await openLive(rig)
  clock.jump(IDLE)
  expect(await kept(rig)).toBe(before + 1)
  const [copy] = calls(hook.current())
  if (copy?.state !== 'approval-requested') throw new Error('nothing was asked')
  await hook.current().addToolApprovalResponse({ id: copy.approval.id, approved: true })
  const done = await hook.until((chat) => settled(chat) && textOf(chat.messages.at(-1)) === 'Copied.')
  expect(calls(done).map(({ state }) => state)).toEqual(['output-available'])
  const { conversationId = '' } = rig.app.told('approval.changed')[0] ?? {}
  await rig.app.call('conversation.open', { conversationId })
  clock.jump(IDLE)
  clock.jump(IDLE)
  expect(await kept(rig)).toBe(before + 1)
  expect(live.closed()).toBeNull()
})
