import { expect, test } from 'vitest'
import { liveClose } from '../../../src/main/gateway/live-frames'
import { copyThenSay, startGateway } from '../../support/gateway-rig'
import { openLive } from '../../support/live-client'

const copies = copyThenSay('Copied.')

/** JSON that is nested so many levels deep. */
const nested = (levels: number): string => `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`
/** Whoever goes down into it has no stack left. */
const WITHOUT_END = 100_000
/** As deep as schemas of real tools are. */
const DEEPEST = 480
const part = (state: string) => ({
  type: 'dynamic-tool',
  toolName: 'write_clipboard',
  toolCallId: 'call-1',
  state,
  input: '@',
  output: '@',
})
const user = (parts: unknown, more: object = {}) => ({ id: 'u1', role: 'user', parts, ...more })
const text = [{ type: 'text', text: 'Hi' }]
const agUi = { threadId: 't', runId: 'r', state: '@', context: [], tools: [], forwardedProps: '@' }

/** Bodies in which `"@"` stands for the deep value. */
const bodies: readonly (readonly [path: string, body: unknown])[] = [
  ['/api/chat', '@'],
  ['/api/chat', { id: '@', messages: [user(text)] }],
  ['/api/chat', { id: 'a', messages: '@' }],
  ['/api/chat', { id: 'b', messages: [user(text, { metadata: '@' })], metadata: '@' }],
  ['/api/chat', { id: 'c', messages: [{ id: 'm', role: 'assistant', parts: [part('output-available')] }] }],
  [
    '/api/chat',
    {
      id: 'd',
      messages: [
        { id: 'm', role: 'assistant', parts: [{ ...part('approval-responded'), approval: { id: 'x', approved: true, reason: '@' } }] },
      ],
    },
  ],
  [
    '/api/chat',
    {
      id: 'e',
      messages: [{ id: 'm', role: 'assistant', parts: [{ ...part('approval-responded'), approval: { id: 'x', approved: true } }] }],
    },
  ],
  ['/api/chat', { run_id: 'r1', messages: [{ role: 'user', content: '@' }] }],
  ['/api/continuation', { run_id: 'r1', tool_results: '@', approvals: '@' }],
  ['/api/tanstack/chat', { run_id: 'r2', messages: [{ role: 'user', content: '@', parts: '@' }], data: '@' }],
  ['/api/ag-ui', { ...agUi, messages: [{ id: 'u', role: 'user', content: 'Hi' }] }],
  ['/api/ag-ui', { ...agUi, threadId: 't2', messages: [{ id: 'u', role: 'user', content: '@' }] }],
  [
    '/api/ag-ui',
    {
      ...agUi,
      threadId: 't3',
      tools: [{ name: 'get_location', description: '', parameters: '@' }],
      messages: [{ id: 'u', role: 'user', content: 'Hi' }],
    },
  ],
  ['/api/ag-ui', { ...agUi, threadId: 't4', messages: [], resume: [{ interruptId: 'x', status: 'resolved', payload: '@' }] }],
  ['/api/ag-ui', { ...agUi, threadId: 't5', messages: [{ id: 'x', role: 'tool', toolCallId: 'call-1', content: '@' }] }],
]

/** The same for frames of a live client. */
const frames: readonly unknown[] = [
  { type: 'tool_result', toolCallId: 'x', output: '@' },
  { type: 'approval', approvalId: 'x', approved: '@' },
  { type: 'message', messages: [user(text, { metadata: '@' })] },
]

test.each([
  ['without end in depth', WITHOUT_END],
  ['as deep as a real schema', DEEPEST],
])('a value %s, anywhere in a request, is answered without a fault inside', async (_, levels) => {
  const troubles: string[] = []
  const rig = await startGateway({
    fixtures: [copies],
    scopes: ['chat', 'live', 'data', 'approve-low'],
    limits: { requests: 1e9 },
    onTrouble: (event, facts) => void troubles.push(`${event} ${JSON.stringify(facts).slice(0, 300)}`),
  })
  const headers = { ...rig.headers, 'content-type': 'application/json' }
  const statuses: (readonly [string, number])[] = []
  for (const [path, body] of bodies) {
    const sent = JSON.stringify(body).replaceAll('"@"', nested(levels))
    const response = await fetch(`${rig.url}${path}`, { method: 'POST', headers, body: sent })
    const problem = response.ok ? await response.body?.cancel() : await response.text()
    if (levels === DEEPEST) expect(problem ?? '').not.toContain('too-deep')
    statuses.push([`${path} ${JSON.stringify(body).slice(0, 100)}`, response.status])
  }
  expect(statuses.filter(([, status]) => status >= 500)).toEqual([])
  expect(troubles).toEqual([])
  for (const frame of frames) {
    const live = await openLive(rig)
    live.socket.send(JSON.stringify(frame).replaceAll('"@"', nested(levels)))
    if (levels === WITHOUT_END) await expect.poll(() => live.closed()).toBe(liveClose.malformed)
    else live.socket.close()
  }
  expect(troubles).toEqual([])
  expect((await fetch(`${rig.url}/api/health`)).status).toBe(200)
})
