import { expect, test } from 'vitest'
import { startGateway } from '../../support/gateway-rig'
import { type LiveClient, openLive } from '../../support/live-client'
import { finish, says, textRecording, words } from '../../support/text-recording'

const greets = textRecording([words, says('Hello.'), finish()])
const of = ({ chunks }: LiveClient, type: string) => chunks.flatMap(({ chunk }) => (chunk.type === type ? [chunk] : []))

/** A live client whose first message was answered in text. */
async function talking() {
  const rig = await startGateway({ fixtures: [greets] })
  const client = await openLive(rig)
  await client.until(() => of(client, 'data-session').length === 1)
  const conversationId = String(Object(of(client, 'data-session')[0]?.data).conversationId)
  await rig.app.call('conversation.replyModality', { conversationId, replyModality: 'text' })
  client.send({ type: 'text', text: 'Hello?' })
  await client.until(() => of(client, 'finish').length === 1)
  return { rig, client, conversationId }
}

test('a live client continues in the branch that the window started', async () => {
  const { rig, client, conversationId } = await talking()
  const { messages } = await rig.app.call('conversation.open', { conversationId })
  await rig.app.call('branch.begin', { conversationId, messageId: messages[0]?.id ?? '' })
  client.send({ type: 'text', text: 'And now?' })
  await client.until(() => of(client, 'finish').length === 2)
  client.send({ type: 'interrupt' })
  const after = await rig.app.call('conversation.open', { conversationId })
  expect(after.messages.map(({ role }) => role)).toEqual(['user', 'user', 'assistant'])
  expect(of(client, 'data-problem')).toEqual([])
})

test('whatever a live client does in a deleted conversation is refused with a message, and nothing fails', async () => {
  const { rig, client, conversationId } = await talking()
  await rig.app.call('conversation.remove', { conversationId })
  const frames = [
    { type: 'talk_start' },
    { type: 'talk_stop' },
    { type: 'talk_start' },
    { type: 'audio_chunk', chunk: 'AAAA' },
    { type: 'talk_cancel' },
    { type: 'interrupt' },
    { type: 'text', text: 'Are you there?' },
    { type: 'approval', approvalId: 'one', approved: true },
    { type: 'tool_result', toolCallId: 'one', output: {} },
    { type: 'ping' },
  ]
  for (const frame of frames) client.send(frame)
  await client.until(() => of(client, 'pong').length === 1)
  await client.until(() => of(client, 'data-problem').length >= 4)
  expect(JSON.stringify(of(client, 'data-problem'))).toContain('This conversation does not exist any more.')
  client.socket.terminate()
  expect((await fetch(`${rig.url}/api/health`)).status).toBe(200)
  expect(rig.app.told('stream.chunk').filter(({ role, chunk }) => role === 'user' && chunk.type === 'start')).toHaveLength(1)
})
