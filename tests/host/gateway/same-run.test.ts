import { expect, test } from 'vitest'
import { copied, modelCall, startGateway } from '../../support/gateway-rig'
import { answer, chunk, finish, says, textRecording, words } from '../../support/text-recording'

test('a client that answers under the id of the interrupted run, as CopilotKit does, gets the rest; the same request again runs nothing', async () => {
  const rig = await startGateway({
    fixtures: [
      textRecording([words, chunk(modelCall('copy', 'write_clipboard', copied)), finish(), answer('copy'), says('Copied.'), finish()]),
    ],
  })
  const run = async (more: object) => {
    const response = await fetch(`${rig.url}/api/ag-ui`, {
      method: 'POST',
      headers: { ...rig.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ threadId: 'thread', runId: 'run-1', tools: [], context: [], state: {}, ...more }),
    })
    return response.text()
  }
  const messages = [{ id: 'u1', role: 'user', content: 'Copy it.' }]
  expect(await run({ messages })).toContain('"type":"interrupt"')
  const { approvalId = '' } = rig.app.told('approval.changed')[0] ?? {}
  const resumed = { messages, resume: [{ interruptId: approvalId, status: 'resolved', payload: { approved: true } }] }
  const rest = await run(resumed)
  expect(rest).toContain('Copied.')
  expect(rest).not.toContain('"type":"interrupt"')
  expect(await run(resumed)).toBe(rest)
  expect(rig.app.told('approval.changed').map(({ state }) => state)).toEqual(['requested', 'approved', 'executing', 'done'])
})
