import { HttpAgent } from '@ag-ui/client'
import { fetchServerSentEvents } from '@tanstack/ai-client'
import { useChat } from '@tanstack/ai-react'
import { fetchServerSentEvents as olderConnection } from 'legacy-tanstack-ai-client'
import { expect, test } from 'vitest'
import { answeringService, type GatewayRig, startGateway } from '../../support/gateway-rig'
import { runHook } from '../../support/react-hook'
import { finish, says, textRecording, words } from '../../support/text-recording'

const talks = textRecording([words, says('A dot.'), finish()])

/** The conversation as the window shows it, and how many branches it has at the rewound place. */
async function shown({ app }: GatewayRig) {
  const conversationId = app.told('stream.chunk')[0]?.conversationId ?? ''
  const { messages, forks } = await app.call('conversation.open', { conversationId })
  return { roles: messages.map(({ role }) => role), branches: forks.map((fork) => fork.branches.length) }
}

const contentsOf = (asked: readonly unknown[]) => (asked.at(-1) as { readonly contents: readonly unknown[] }).contents

test('TanStack’s useChat that reloads its last answer gets another one on a branch of the thread; the same text later is a new message', async () => {
  const { asked, wishes } = await answeringService(talks)
  const rig = await startGateway(wishes)
  const connection = fetchServerSentEvents(`${rig.url}/api/ag-ui`, { headers: { ...rig.headers } })
  const hook = runHook(() => useChat({ connection, threadId: 'hook' }))
  const answers = (count: number) =>
    hook.until(({ status, messages }) => status === 'ready' && messages.length === count && asked().length > 0)
  await hook.current().sendMessage('Hello.')
  await answers(2)
  await hook.current().reload()
  await answers(2)
  expect(contentsOf(asked())).toHaveLength(1)
  expect(await shown(rig)).toEqual({ roles: ['user', 'assistant'], branches: [2] })
  await hook.current().sendMessage('What is this?')
  await answers(4)
  await hook.current().reload()
  await answers(4)
  expect(contentsOf(asked())).toHaveLength(3)
  expect(await shown(rig)).toEqual({ roles: ['user', 'assistant', 'user', 'assistant'], branches: [2, 2] })
  await hook.current().sendMessage('What is this?')
  const told = await answers(6)
  expect(told.error).toBeUndefined()
  expect((await shown(rig)).roles).toHaveLength(6)
  expect(asked()).toHaveLength(5)
})

test('the AG-UI agent and the older TanStack client that send their thread without the answer get it answered again', async () => {
  const { asked, wishes } = await answeringService(talks)
  const rig = await startGateway(wishes)
  const agent = new HttpAgent({ url: `${rig.url}/api/ag-ui`, headers: { ...rig.headers }, threadId: 'agent' })
  agent.addMessage({ id: 'u1', role: 'user', content: 'What is this?' })
  await agent.runAgent()
  agent.setMessages(agent.messages.slice(0, 1))
  await agent.runAgent()
  expect(agent.messages.map(({ content }) => content)).toEqual(['What is this?', 'A dot.'])
  expect(await shown(rig)).toEqual({ roles: ['user', 'assistant'], branches: [2] })
  expect(rig.app.told('conversation.rewound')).toHaveLength(1)

  const older = olderConnection(`${rig.url}/api/tanstack/chat`, { headers: { ...rig.headers } })
  const ask = async (...said: readonly string[]) => {
    const types: string[] = []
    const thread = said.map((content) => ({ role: 'user' as const, content }))
    for await (const told of older.connect(thread, { conversation_id: 'older' })) types.push(told.type)
    return types
  }
  expect(await ask('Hello.')).toEqual(['content', 'done'])
  expect(await ask('Hello.')).toEqual(['content', 'done'])
  expect(contentsOf(asked())).toHaveLength(1)
  expect(await ask('Hello.', 'Go on.')).toEqual(['content', 'done'])
  expect(contentsOf(asked())).toHaveLength(3)
  expect(rig.app.told('conversation.rewound')).toHaveLength(2)
})
