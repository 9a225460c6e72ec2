import { toolDefinition } from '@tanstack/ai'
import { fetchHttpStream, fetchServerSentEvents } from '@tanstack/ai-client'
import { useChat } from '@tanstack/ai-react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answeringService, copyThenSay, modelCall, startGateway } from '../../support/gateway-rig'
import { runHook } from '../../support/react-hook'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

type Messages = ReturnType<typeof useChat>['messages']
const textsOf = ({ messages }: { readonly messages: Messages }): readonly string[] =>
  messages.flatMap(({ role, parts }) => (role === 'assistant' ? parts.flatMap((part) => (part.type === 'text' ? [part.content] : [])) : []))

const copies = copyThenSay('Copied.')

test('TanStack’s JSON lines are a stream without comments, and an approval with the client’s own copy of a schema counts there too', async () => {
  const rig = await startGateway({ fixtures: [copies], limits: { keepAlive: 1 } })
  const tools = [
    toolDefinition({
      name: 'write_clipboard',
      description: 'Copies',
      needsApproval: true,
      inputSchema: z.object({ text: z.string().min(2).describe('Their own words') }),
    }).client(),
  ] as const
  const headers = { ...rig.headers, Accept: 'application/x-ndjson' }
  const connection = fetchHttpStream(`${rig.url}/api/ag-ui`, { headers })
  const hook = runHook(() => useChat({ connection, tools, threadId: 'thread-1' }))
  await hook.current().sendMessage('Copy it.')
  const { interrupts } = await hook.until((chat) => chat.interrupts.length === 1)
  expect(interrupts[0]?.canResolve).toBe(true)
  hook.current().resolveInterrupts(true)
  const done = await hook.until((chat) => chat.error !== undefined || (chat.status === 'ready' && textsOf(chat).includes('Copied.')))
  expect(done.error).toBeUndefined()
  expect(rig.app.told('approval.changed').map(({ state }) => state)).toEqual(['requested', 'approved', 'executing', 'done'])
})

test('a tool that a TanStack page was given before it was opened again can be finished by the page that opens', async () => {
  const plays = textRecording([
    words,
    chunk(modelCall('music', 'change_bgm', { track: 'rain' })),
    finish(),
    answer('music'),
    says('It rains.'),
    finish(),
  ])
  const { wishes } = await answeringService(plays)
  const rig = await startGateway(wishes)
  const ran: string[] = []
  const page = (name: string, run: () => Promise<{ readonly playing: string }>) => {
    const tools = [
      toolDefinition({ name: 'change_bgm', description: 'Music', inputSchema: z.object({ track: z.string() }) }).client(() => {
        ran.push(name)
        return run()
      }),
    ] as const
    const connection = fetchServerSentEvents(`${rig.url}/api/ag-ui`, { headers: { ...rig.headers } })
    return runHook(() => useChat({ connection, tools, threadId: 'thread-1', persistence: true }))
  }
  const before = page('before', () => new Promise(() => undefined))
  void before.current().sendMessage('Play rain.')
  await before.until(() => ran.length === 1)
  const after = page('after', () => Promise.resolve({ playing: 'rain' }))
  const { messages } = await after.until((chat) => chat.status === 'ready' && chat.messages.length === 2)
  const [call] = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [part] : [])))
  await after.current().addToolResult({ toolCallId: call?.id ?? '', tool: 'change_bgm', output: { playing: 'rain' } })
  const done = await after.until((chat) => chat.error !== undefined || (chat.status === 'ready' && textsOf(chat).includes('It rains.')))
  expect([done.error, ran]).toEqual([undefined, ['before']])
})
