import { ChatClient, fetchServerSentEvents } from 'legacy-tanstack-ai-client'
import { afterEach, describe, expect, it } from 'vitest'
import { calls, type ModelCall, says } from '../../../support/client-conversation'
import { startTanstackServer, type TanstackServer } from '../../../support/tanstack-server'

const tools = {
  pay: { runsOn: 'server', asks: true, output: 'paid' },
  weather: { runsOn: 'server', asks: false, output: { sky: 'clear' } },
  pick: { runsOn: 'client', asks: false },
  paint: { runsOn: 'client', asks: true },
} as const

let server: TanstackServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

async function talk(model: readonly ModelCall[]) {
  const running = await startTanstackServer(tools, model)
  server = running
  const client = new ChatClient({ connection: fetchServerSentEvents(running.url) })
  const over = client.sendMessage('Do it.')
  const parts = () => client.getMessages().flatMap((message) => (message.role === 'assistant' ? message.parts : []))
  const call = (name: string) => parts().find((part) => part.type === 'tool-call' && part.name === name)
  return {
    client,
    running,
    over,
    call,
    texts: () => parts().flatMap((part) => (part.type === 'text' ? [part.content] : [])),
    types: () => running.chunks.map(({ type }) => type),
    asked: (name: string) => expect.poll(() => call(name)).toMatchObject({ state: 'approval-requested' }),
    answer: (body: object) =>
      fetch(`${running.url}/continuation`, { method: 'POST', body: JSON.stringify(body) }).then(({ status }) => status),
  }
}

describe('the client of the older TanStack dialect', () => {
  it('shows an approval while the stream stays open, and the rest after a yes, in one request', async () => {
    const { over, call, texts, types, asked, answer, running, client } = await talk([calls(['pay', { amount: 5 }]), says('Paid.')])
    await asked('pay')
    client.addToolApprovalResponse({ id: 'ask-call-1', approved: true })
    expect(await answer({ approvals: [{ approval_id: 'ask-call-1', approved: true }] })).toBe(204)
    await over
    expect(types()).toEqual(['tool_call', 'approval-requested', 'tool_result', 'content', 'done'])
    expect({ texts: texts(), requests: running.requests(), ran: running.ran }).toEqual({ texts: ['Paid.'], requests: 1, ran: ['pay'] })
    expect(call('pay')).toMatchObject({ arguments: '{"amount":5}' })
  })

  it('runs an allowed tool of its own in the order of the contract', async () => {
    const { over, types, asked, answer, running } = await talk([calls(['paint', { colour: 'teal' }]), says('Painted.')])
    await asked('paint')
    expect(types()).toEqual(['tool_call', 'approval-requested'])
    expect(await answer({ tool_results: [{ tool_call_id: 'call-1', output: '{"done":true}' }] })).toBe(409)
    expect(await answer({ approvals: { 'ask-call-1': true } })).toBe(204)
    expect(await answer({ toolResults: { 'call-1': { output: '{"done":true}' } } })).toBe(204)
    await over
    expect(types()).toEqual(['tool_call', 'approval-requested', 'tool-input-available', 'tool_result', 'content', 'done'])
    expect(running.chunks.find(({ type }) => type === 'tool_result')).toMatchObject({ content: '{"done":true}' })
    expect(running.requests()).toBe(1)
  })

  it('receives a no and the following text', async () => {
    const { over, texts, asked, answer, running } = await talk([calls(['pay', { amount: 5 }]), says('Then not.')])
    await asked('pay')
    expect(await answer({ approvals: [{ approvalId: 'ask-call-1', approved: 'yes' }] })).toBe(204)
    await over
    expect({ texts: texts(), ran: running.ran, requests: running.requests() }).toEqual({ texts: ['Then not.'], ran: [], requests: 1 })
  })

  it('shows a server tool, a client tool and the text around them separately', async () => {
    const both: ModelCall = [
      {
        candidates: [
          {
            content: { parts: [{ text: 'Look.' }, { functionCall: { name: 'weather' } }, { functionCall: { name: 'pick' } }] },
            finishReason: 'STOP',
          },
        ],
      },
    ]
    const { over, texts, types, answer } = await talk([both, says('Look. All clear.')])
    await expect.poll(types).toContain('tool-input-available')
    expect(await answer({ tool_results: [{ tool_call_id: 'call-2', output: { colour: 'teal' } }] })).toBe(204)
    await over
    expect(texts()).toEqual(['Look.', 'Look. All clear.'])
    expect(types().at(-1)).toBe('done')
  })

  it('keeps an approval on its screen until it is answered', async () => {
    const { asked, types, call } = await talk([calls(['pay', { amount: 5 }])])
    await asked('pay')
    expect(types()).toEqual(['tool_call', 'approval-requested'])
    expect(call('pay')).toMatchObject({ approval: { id: 'ask-call-1' } })
  })

  it('reports a failure as an error', async () => {
    const { over, client } = await talk([
      [{ candidates: [{ content: { parts: [{ text: 'Half' }] } }] }, { error: { code: 503, message: 'overloaded' } }],
    ])
    await over
    expect(client.getError()?.message).toBe('overloaded')
  })
})
