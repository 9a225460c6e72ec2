import { toolDefinition } from '@tanstack/ai'
import { fetchServerSentEvents } from '@tanstack/ai-client'
import { useChat } from '@tanstack/ai-react'
import { expect, test } from 'vitest'
import { writeClipboard } from '../../../src/shared/tools/write-clipboard'
import { answeringService, copyThenSay, startGateway } from '../../support/gateway-rig'
import { onePixel } from '../../support/pictures'
import { runHook } from '../../support/react-hook'

const copies = copyThenSay('Copied.')

test('a TanStack page that opens again shows the thread with its images, requests the open approval, and its yes counts', async () => {
  const { wishes } = await answeringService(copies)
  const rig = await startGateway(wishes)
  const tools = [
    toolDefinition({ name: 'write_clipboard', description: 'Copies', needsApproval: true, inputSchema: writeClipboard.input }).client(),
  ] as const
  const page = () => {
    const connection = fetchServerSentEvents(`${rig.url}/api/ag-ui`, { headers: { ...rig.headers } })
    return runHook(() => useChat({ connection, tools, threadId: 'thread-1', persistence: true }))
  }
  const before = page()
  const image = { type: 'image', source: { type: 'data', value: onePixel, mimeType: 'image/png' } } as const
  await before.current().sendMessage({ content: [{ type: 'text', content: 'Copy this.' }, image] })
  await before.until(({ interrupts }) => interrupts.length === 1)

  const after = page()
  const opened = await after.until(({ interrupts }) => interrupts.length === 1)
  expect(opened.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  expect(opened.messages[0]?.parts).toMatchObject([
    { type: 'image', source: { value: `data:image/png;base64,${onePixel}` } },
    { type: 'text', content: 'Copy this.' },
  ])
  expect(opened.messages[1]?.parts).toMatchObject([{ type: 'tool-call', name: 'write_clipboard', state: 'approval-requested' }])
  opened.resolveInterrupts(true)
  const said = ({ messages }: typeof opened) =>
    messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.content] : [])))
  const done = await after.until((chat) => chat.status === 'ready' && said(chat).includes('Copied.'))
  expect(done.error).toBeUndefined()
  expect(rig.app.told('approval.changed').map(({ state }) => state)).toEqual(['requested', 'approved', 'executing', 'done'])
})
