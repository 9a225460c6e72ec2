import { HttpAgent } from '@ag-ui/client'
import { fetchServerSentEvents } from 'legacy-tanstack-ai-client'
import { expect, test } from 'vitest'
import type { InProcessWishes } from '../../support/app-in-process'
import { calls, chatWith, expectValid, settled } from '../../support/chat-hook'
import { answeringService, type GatewayRig, modelCall, startGateway } from '../../support/gateway-rig'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

const plays = textRecording([
  words,
  chunk(modelCall('music', 'change_bgm', { track: 'rain' })),
  finish(),
  answer('music'),
  says('It rains.'),
  finish(),
])
const reason = 'Parley was closed while the call ran.'

/** The same app, started again over what it stored, at the same address. */
async function restarted({ app, port }: GatewayRig, wishes: InProcessWishes): Promise<GatewayRig> {
  await app.stop()
  return startGateway({ ...wishes, port, userDataFolder: app.userDataFolder, name: 'second' })
}

test('a call that useChat was given before a restart ends with the reason, in Parley and in the client, and the chat goes on', async () => {
  const { wishes } = await answeringService(plays)
  const before = await startGateway({ ...wishes, limits: { closing: 20 } })
  const { hook, requests } = chatWith(before)
  await hook.current().sendMessage({ text: 'Play rain.' })
  const toolCallId = calls(hook.current())[0]?.toolCallId ?? ''
  const conversationId = before.app.told('stream.chunk')[0]?.conversationId ?? ''
  const after = await restarted(before, wishes)
  const { messages } = await after.app.call('conversation.open', { conversationId })
  expect(messages.at(-1)?.parts).toMatchObject([{ type: 'step-start' }, { toolCallId, state: 'output-error', errorText: reason }])
  await hook.current().addToolOutput({ tool: 'change_bgm', toolCallId, output: { playing: 'rain' } })
  const told = await hook.until((chat) => settled(chat) && requests.length === 2)
  expect([told.status, told.error]).toEqual(['ready', undefined])
  expect(calls(told)).toMatchObject([{ toolCallId, state: 'output-error', errorText: reason }])
  await expectValid(told)
  await hook.current().sendMessage({ text: 'Once more.' })
  expect(calls(hook.current())).toMatchObject([{ toolName: 'change_bgm', state: 'input-available' }])
  expect(requests).toHaveLength(3)
})

test('in AG-UI and in the older TanStack contract the same call ends with an error, and no stream stays open for it', async () => {
  const before = await startGateway({ fixtures: [plays], limits: { closing: 20 } })
  const agent = new HttpAgent({ url: `${before.url}/api/ag-ui`, headers: { ...before.headers }, threadId: 'thread-1' })
  const tools = [{ name: 'change_bgm', description: 'Music', parameters: { type: 'object', properties: {} } }]
  agent.addMessage({ id: 'u1', role: 'user', content: 'Play rain.' })
  await agent.runAgent({ tools })
  const interruptId = agent.pendingInterrupts[0]?.id ?? ''
  const connection = fetchServerSentEvents(`${before.url}/api/tanstack/chat`, { headers: { ...before.headers } })
  for await (const told of connection.connect([{ role: 'user', content: 'Play rain.' }], { run_id: 'run-1' }))
    if (told.type === 'tool-input-available') break

  const after = await restarted(before, { fixtures: [plays] })
  const problems: string[] = []
  agent.subscribe({ onRunErrorEvent: ({ event }) => void problems.push(event.message) })
  await agent.runAgent({ tools, resume: [{ interruptId, status: 'resolved', payload: { playing: 'rain' } }] }).catch(() => undefined)
  expect(problems).toEqual([`Nothing waits for an answer to ${interruptId}.`])
  const taken = await fetch(`${after.url}/api/tanstack/chat?run_id=run-1`, { headers: before.headers })
  const text = await taken.text()
  expect(text).toContain('This run was cut off when Parley was closed. Ask again.')
  expect(text.trimEnd().endsWith('[DONE]')).toBe(true)
})
