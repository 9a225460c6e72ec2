import { buildResumeArray, HttpAgent } from '@ag-ui/client'
import { expect, test } from 'vitest'
import { calls, chatWith, expectValid, settled, textOf } from '../../support/chat-hook'
import { modelCall, startGateway } from '../../support/gateway-rig'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

const copies = textRecording([
  words,
  chunk(...['a', 'b', 'c'].map((name) => modelCall(name, 'write_clipboard', { text: name }))),
  finish(),
  answer('a'),
  answer('b'),
  answer('c'),
  says('Done.'),
  finish(),
])

test('a no in front of other answers of one request loses none of them, and the turn goes on once', async () => {
  const rig = await startGateway({ fixtures: [copies] })
  const agent = new HttpAgent({ url: `${rig.url}/api/ag-ui`, headers: { ...rig.headers }, threadId: 'thread-1' })
  agent.addMessage({ id: 'u1', role: 'user', content: 'Copy all.' })
  await agent.runAgent()
  const approved = [false, true, false]
  const answers = agent.pendingInterrupts.map(({ id }, index) => [
    id,
    { status: 'resolved' as const, payload: { approved: approved[index] } },
  ])
  await agent.runAgent({ resume: buildResumeArray(agent.pendingInterrupts, Object.fromEntries(answers)) })
  expect(agent.pendingInterrupts).toEqual([])
  const results = agent.messages.flatMap((message) =>
    message.role === 'tool' ? [JSON.parse(String(message.content)).status ?? 'denied'] : [],
  )
  expect(results.sort()).toEqual(['denied', 'denied', 'written'])
  expect(agent.messages.at(-1)?.content).toBe('Done.')

  const { hook, requests } = chatWith(rig)
  await hook.current().sendMessage({ text: 'Copy all.' })
  for (const [index, part] of calls(hook.current()).entries())
    if (part.state === 'approval-requested')
      await hook.current().addToolApprovalResponse({ id: part.approval.id, approved: approved[index] ?? false })
  const done = await hook.until((chat) => settled(chat) && textOf(chat.messages.at(-1)) !== '')
  expect(calls(done).map(({ state }) => state)).toEqual(['output-denied', 'output-available', 'output-denied'])
  expect(requests).toHaveLength(2)
  await expectValid(done)
})
