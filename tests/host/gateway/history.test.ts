import { MessageSchema } from '@ag-ui/core/schemas'
import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport, safeValidateUIMessages, type UIMessage } from 'ai'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { calls, documentedRule, expectValid, settled, textOf } from '../../support/chat-hook'
import { copied, copyThenSay, type GatewayRig, modelCall, startGateway } from '../../support/gateway-rig'
import { openLive } from '../../support/live-client'
import { onePixel } from '../../support/pictures'
import { runHook } from '../../support/react-hook'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

const weatherAndCopy = textRecording([
  words,
  chunk({ text: 'Let me see.' }, modelCall('weather', 'get_weather', { place: 'Kyoto' })),
  finish(),
  answer('weather'),
  says('It rains.'),
  finish(),
  words,
  chunk(modelCall('copy', 'write_clipboard', copied)),
  finish(),
])

const historySchema = z.object({
  id: z.string(),
  format: z.string(),
  messages: z.array(z.looseObject({ id: z.string(), role: z.string() })),
})

async function history(rig: GatewayRig, id: string, format?: string, token = rig.token) {
  const query = format === undefined ? '' : `?format=${format}`
  const response = await fetch(`${rig.url}/api/chat/${encodeURIComponent(id)}${query}`, { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, body: await response.json() }
}

async function said(rig: GatewayRig, id: string, text: string, files: readonly object[] = []): Promise<string> {
  const messages = [{ id: `${id}-${text}`, role: 'user', parts: [{ type: 'text', text }, ...files] }]
  const response = await fetch(`${rig.url}/api/chat`, {
    method: 'POST',
    headers: { ...rig.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id, messages }),
  })
  return response.text()
}

test('a client reads its thread again in each dialect: words, files, calls with their results, the open approval', async () => {
  const rig = await startGateway({ fixtures: [weatherAndCopy] })
  const image = { type: 'file', mediaType: 'image/png', url: `data:image/png;base64,${onePixel}` }
  await said(rig, 'my chat', 'How is it?', [image])
  await said(rig, 'my chat', 'Copy it.')

  const plain = historySchema.parse((await history(rig, 'my chat')).body)
  expect([plain.id, plain.format]).toEqual(['my chat', 'ai-sdk'])
  const valid = await safeValidateUIMessages<UIMessage>({ messages: plain.messages })
  if (!valid.success) throw valid.error
  expect(valid.data.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  expect(valid.data[0]?.parts).toContainEqual(expect.objectContaining({ type: 'file', url: image.url }))
  expect(valid.data[1]?.parts.filter(({ type }) => type === 'text')).toMatchObject([{ text: 'Let me see.' }, { text: 'It rains.' }])
  expect(valid.data[3]?.parts.at(-1)).toMatchObject({ type: 'dynamic-tool', state: 'approval-requested' })

  const agUi = historySchema.parse((await history(rig, 'my chat', 'ag-ui')).body).messages.map((message) => MessageSchema.parse(message))
  expect(agUi.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user', 'assistant'])
  expect(agUi[0]).toMatchObject({ content: [{ text: 'How is it?' }, { type: 'image', source: { type: 'data', value: onePixel } }] })
  expect(agUi[1]).toMatchObject({ id: valid.data[1]?.id, content: 'Let me see.', toolCalls: [{ function: { name: 'get_weather' } }] })
  expect(new Set(agUi.map(({ id }) => id)).size).toBe(agUi.length)

  const tanstack = historySchema.parse((await history(rig, 'my chat', 'tanstack')).body).messages
  expect(tanstack[3]?.parts).toMatchObject([{ type: 'tool-call', name: 'write_clipboard', state: 'approval-requested' }])
})

test('a page of useChat that is loaded again as the docs say shows its chat and goes on: its yes counts, in the same message', async () => {
  const rig = await startGateway({ fixtures: [copyThenSay('Copied.')] })
  await said(rig, 'chat', 'Copy it.')
  const stored = await safeValidateUIMessages<UIMessage>({ messages: historySchema.parse((await history(rig, 'chat')).body).messages })
  if (!stored.success) throw stored.error
  const messages = stored.data
  const transport = new DefaultChatTransport<UIMessage>({ api: `${rig.url}/api/chat`, headers: rig.headers })
  const page = runHook(() => useChat({ id: 'chat', messages, resume: true, transport, sendAutomaticallyWhen: documentedRule() }))
  await page.until(settled)
  const [asked] = calls(page.current())
  if (asked?.state !== 'approval-requested') throw new Error('nothing is asked')
  await page.current().addToolApprovalResponse({ id: asked.approval.id, approved: true })
  await page.until((chat) => settled(chat) && textOf(chat.messages.at(-1)) === 'Copied.')
  expect(page.current().messages.map(({ id }) => id)).toEqual(messages.map(({ id }) => id))
  await expectValid(page.current())
})

test('another client, an unknown chat and an unknown format get no history, and a hidden approval stays hidden', async () => {
  const rig = await startGateway({ fixtures: [weatherAndCopy], scopes: ['chat'] })
  await said(rig, 'chat', 'How is it?')
  void said(rig, 'chat', 'Copy it.').catch(() => undefined)
  await rig.app.until(() => rig.app.told('approval.changed').length > 0)
  const mine = historySchema.parse((await history(rig, 'chat')).body).messages
  expect((await safeValidateUIMessages<UIMessage>({ messages: mine })).success).toBe(true)
  expect(JSON.stringify(mine)).not.toContain('approval')
  const other = await rig.addClient('other', ['chat'])
  for (const refused of [await history(rig, 'chat', undefined, other.token), await history(rig, 'nobody’s')])
    expect([refused.status, refused.body.error.code]).toEqual([404, 'unknown-chat'])
  expect((await history(rig, 'chat', 'xml')).body.error.code).toBe('bad-format')
})

test('a live client whose stream has a gap reads the conversation by its session', async () => {
  const rig = await startGateway({ fixtures: [textRecording([words, says('Hello.'), finish()])] })
  const live = await openLive(rig, { sessionId: 'talk' })
  live.send({ type: 'text', text: 'Good evening' })
  await live.until(() => live.ended() === 1)
  const { messages } = historySchema.parse((await history(rig, 'talk')).body)
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
})

test('a client reads the schemas of the tools, which it may answer for, and which it can run itself', async () => {
  const rig = await startGateway({ fixtures: [weatherAndCopy], scopes: ['chat', 'approve-low'] })
  const response = await fetch(`${rig.url}/api/tools`, { headers: rig.headers })
  const { tools } = await response.json()
  const named = (name: string) => tools.find((tool: { readonly name: string }) => tool.name === name)
  expect(named('change_bgm')).toMatchObject({ runsIn: 'page', mayAnswer: true, inputSchema: { type: 'object', required: ['track'] } })
  expect(named('change_bgm').outputSchema.properties).toHaveProperty('playing')
  expect(named('process_payment')).toMatchObject({ runsIn: 'parley', risk: 'high', mayAnswer: false })
  await rig.app.call('tools.setDefault', { toolName: 'read_clipboard', effect: 'deny' })
  const later = await (await fetch(`${rig.url}/api/tools`, { headers: rig.headers })).json()
  expect(later.tools.map(({ name }: { readonly name: string }) => name)).not.toContain('read_clipboard')
  expect((await fetch(`${rig.url}/api/tools`)).status).toBe(401)
})
