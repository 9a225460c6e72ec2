import { fetchServerSentEvents } from '@tanstack/ai-client'
import { useChat } from '@tanstack/ai-react'
import { expect, test } from 'vitest'
import { answering, chatWith, expectValid } from '../../support/chat-hook'
import { answeringService, copyThenSay, type GatewayRig, startGateway } from '../../support/gateway-rig'
import { runHook } from '../../support/react-hook'
import { finish, says, textRecording, words } from '../../support/text-recording'

const long = textRecording([words, ...Array.from({ length: 200 }, (_, index) => says(`${index} `)), finish()])
const ends = ({ app }: GatewayRig) =>
  app.told('stream.chunk').filter(({ role, chunk: { type } }) => role === 'assistant' && type === 'finish').length
const stops = { 'x-stop-on-close': 'true' }

test('Stop ends an answer that waits for a call: the call does not run, and the model is asked nothing more', async () => {
  const recording = copyThenSay('Copied.')
  const { wishes, asked } = await answeringService(recording)
  const rig = await startGateway({ ...wishes, scopes: ['chat'] })
  const { hook } = chatWith(rig)
  const first = hook.current().sendMessage({ text: 'Copy it.' })
  await rig.app.until(() => rig.app.told('approval.changed').length > 0)
  const stopped = await fetch(`${rig.url}/api/chat/chat%201/stop`, { method: 'POST', headers: rig.headers })
  expect(stopped.status).toBe(204)
  await first
  expect(hook.current().status).toBe('ready')
  await expectValid(hook.current())
  expect(rig.app.told('approval.changed').map(({ state }) => state)).toEqual(['requested', 'withdrawn'])
  expect(asked()).toHaveLength(1)
})

test('a client that resumes nothing stops the model by closing its connection: useChat of the AI SDK and of TanStack', async () => {
  const rig = await startGateway({ speed: 0.25, fixtures: [long] })
  const { hook } = chatWith(rig, 'chat 1', { ...rig.headers, ...stops })
  const first = hook.current().sendMessage({ text: 'Count.' })
  await hook.until(answering)
  await hook.current().stop()
  await first
  await rig.app.until(() => ends(rig) === 1)

  const connection = fetchServerSentEvents(`${rig.url}/api/ag-ui`, { headers: { ...rig.headers, ...stops } })
  const other = runHook(() => useChat({ connection, threadId: 'thread 1' }))
  void other.current().sendMessage('Count.')
  await other.until(({ messages }) => messages.at(-1)?.role === 'assistant')
  other.current().stop()
  await rig.app.until(() => ends(rig) === 2)
})
