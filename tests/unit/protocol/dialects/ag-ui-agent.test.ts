import { buildResumeArray, HttpAgent } from '@ag-ui/client'
import { afterEach, describe, expect, it } from 'vitest'
import { eventProblem } from '../../../support/ag-ui-judge'
import { type AgUiServer, startAgUiServer } from '../../../support/ag-ui-server'
import { calls, type ModelCall, says } from '../../../support/client-conversation'

const tools = {
  pay: { runsOn: 'server', asks: true, output: 'paid' },
  pick: { runsOn: 'client', asks: false },
} as const

let server: AgUiServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

async function talk(model: readonly ModelCall[]) {
  const running = await startAgUiServer(tools, model)
  server = running
  const agent = new HttpAgent({ url: running.url, threadId: 'thread-1', initialMessages: [{ id: 'u1', role: 'user', content: 'Do it.' }] })
  const failures: string[] = []
  const run = (responses: Parameters<typeof buildResumeArray>[1] | null = null) =>
    agent.runAgent(responses === null ? {} : { resume: buildResumeArray(agent.pendingInterrupts, responses) }, {
      onRunFailed: ({ error }) => void failures.push(error.message),
    })
  return { agent, running, failures, run }
}

describe('the real AG-UI agent over HTTP', () => {
  it('runs an approval and an own tool at once, refuses to continue without answers, and completes with them', async () => {
    const { agent, running, failures, run } = await talk([calls(['pay', { amount: 5 }], ['pick', {}]), says('All done.')])
    await run()
    const [question, execution] = agent.pendingInterrupts
    expect([question?.reason, execution?.reason]).toEqual(['tool_call', 'tanstack:client_tool_execution'])
    await expect(run()).rejects.toThrow(/pending interrupt/)
    await run({
      [question?.id ?? '']: { status: 'resolved', payload: { approved: true } },
      [execution?.id ?? '']: { status: 'resolved', payload: { colour: 'teal' } },
    })
    expect({ ran: running.ran, problems: running.problems, failures, left: agent.pendingInterrupts }).toEqual({
      ran: ['pay'],
      problems: [],
      failures: [],
      left: [],
    })
    expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant'])
    expect(
      running.responses
        .flat()
        .map(eventProblem)
        .filter((problem) => problem !== null),
    ).toEqual([])
    expect(running.responses.map((events) => events.filter(({ type }) => type.startsWith('RUN_')).length)).toEqual([2, 2])
  })

  it('withdraws a call when the user cancels: no denial, no run of the tool', async () => {
    const { agent, running, run } = await talk([calls(['pay', { amount: 5 }]), says('Never mind.')])
    await run()
    await run({ [agent.pendingInterrupts[0]?.id ?? '']: { status: 'cancelled' } })
    expect(running.ran).toEqual([])
    const result = agent.messages.find(({ role }) => role === 'tool')
    expect(result?.content).toBe('{"error":"The client took it back."}')
  })
})
