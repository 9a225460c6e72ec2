import { expect, test } from 'vitest'
import { answeringService, startGateway } from '../../support/gateway-rig'
import { openLive } from '../../support/live-client'
import { finish, says, textRecording, words } from '../../support/text-recording'

test('an answer that the user has read aloud plays in the window to its end, and not at a client that speaks in the conversation', async () => {
  const { wishes } = await answeringService(textRecording([words, says('It is due today.'), finish()]))
  const { app, ...rig } = await startGateway(wishes)
  const client = await openLive(rig)
  await client.until(() => client.chunks.some(({ chunk }) => chunk.type === 'data-session'))
  const [{ conversationId = '' } = {}] = (await app.call('app.bootstrap', null)).conversations
  await app.call('conversation.replyModality', { conversationId, replyModality: 'text' })
  client.send({ type: 'text', text: 'When is it due?' })
  await client.until(() => client.ended() > 0)
  const before = client.chunks.length
  const { messages } = await app.call('conversation.open', { conversationId })
  await app.call('answer.readAloud', { conversationId, messageId: messages.at(-1)?.id ?? '' })
  const reading = () => app.told('conversation.status').at(-1)?.reading
  const sound = () => app.told('playback.pcm').at(-1)
  await app.until(() => app.told('playback.end').some(({ turnId }) => turnId === sound()?.turnId))
  expect(reading()?.phase).toBe('speaking')
  const { turnId = '', startSample = 0, pcm } = sound() ?? {}
  await app.call('playback.position', { conversationId, turnId, samples: startSample + (pcm?.byteLength ?? 0) / 2, done: true })
  await app.until(() => reading() === undefined)

  await app.call('answer.readAloud', { conversationId, messageId: messages.at(-1)?.id ?? '' })
  await app.until(() => sound()?.turnId !== turnId)
  await app.call('turn.interrupt', { conversationId })
  await app.until(() => app.told('playback.flush').some((flush) => flush.turnId === sound()?.turnId))
  expect(client.chunks.slice(before).map(({ chunk }) => chunk.type)).toEqual([])
})
