import { toolDefinition } from '@tanstack/ai'
import { ChatClient, fetchServerSentEvents } from '@tanstack/ai-client'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { JsonObject } from '../../../../src/shared/lib/json'
import type { ClientTool } from '../../../../src/shared/protocol/dialects/client-tool'
import { type AgUiServer, startAgUiServer } from '../../../support/ag-ui-server'
import { calls, type ModelCall, says } from '../../../support/client-conversation'

const schemaOf = (schema: z.ZodType): JsonObject =>
  JSON.parse(JSON.stringify(schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })))

const payInput = z.object({ amount: z.number(), recipient: z.string() })
const colour = z.object({ colour: z.string() })
const payment = ['pay', { amount: 5, recipient: 'Ines' }] as const

const scripted = {
  pay: { runsOn: 'server', asks: true, output: 'paid' },
  weather: { runsOn: 'server', asks: false, output: { sky: 'clear' } },
  pick: { runsOn: 'client', asks: false },
  paint: { runsOn: 'client', asks: true },
} as const

const described: { readonly [name: string]: ClientTool } = {
  pay: { runsOn: 'server', inputSchema: schemaOf(payInput), hint: 'Shall I pay Ines?' },
  weather: { runsOn: 'server' },
  pick: { runsOn: 'client', inputSchema: schemaOf(z.object({})), outputSchema: schemaOf(colour) },
  paint: { runsOn: 'client', inputSchema: schemaOf(colour) },
}

let server: AgUiServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

/** The client with its own copies of the tools, talking to a server with a scripted model. */
async function talk(model: readonly ModelCall[]) {
  const painted: unknown[] = []
  const running = await startAgUiServer(scripted, model, (name) => described[name])
  server = running
  const tools = [
    toolDefinition({ name: 'pay', description: 'Pays.', needsApproval: true, inputSchema: payInput }).client(),
    toolDefinition({ name: 'pick', description: 'Picks.', inputSchema: z.object({}), outputSchema: colour }).client(async () => ({
      colour: 'teal',
    })),
    toolDefinition({ name: 'paint', description: 'Paints.', needsApproval: true, inputSchema: colour }).client(async (input) => {
      painted.push(input)
      return { done: true }
    }),
  ] as const
  const client = new ChatClient({ connection: fetchServerSentEvents(running.url), tools })
  await client.sendMessage('Do it.')
  const parts = () => client.getMessages().flatMap((message) => (message.role === 'assistant' ? message.parts : []))
  return {
    client,
    running,
    painted,
    parts,
    question: () => client.getInterrupts()[0],
    texts: () => parts().flatMap((part) => (part.type === 'text' ? [part.content] : [])),
    call: (name: string) => parts().flatMap((part) => (part.type === 'tool-call' && part.name === name ? [part] : []))[0],
    afterRequests: async (count: number) => {
      await expect.poll(() => [running.responses.length, client.getStatus(), client.getError()]).toEqual([count, 'ready', undefined])
    },
  }
}

describe('the real TanStack client', () => {
  it('shows a text and the result of a tool that the server ran, in one request', async () => {
    const { afterRequests, texts, call } = await talk([calls(['weather', {}]), says('Clear sky.')])
    await afterRequests(1)
    expect(texts()).toEqual(['Clear sky.'])
    expect(call('weather')).toMatchObject({ state: 'complete', output: { sky: 'clear' } })
  })

  it('accepts an approval as a typed approval, and continues after a yes', async () => {
    const { afterRequests, question, texts, call, running } = await talk([calls(['weather', {}], payment), says('Paid.')])
    const asked = question()
    expect(asked).toMatchObject({
      kind: 'tool-approval',
      canResolve: true,
      message: 'Shall I pay Ines?',
      originalArgs: { amount: 5, recipient: 'Ines' },
    })
    if (asked?.kind !== 'tool-approval') throw new Error('no approval')
    expect(running.ran).toEqual(['weather'])
    asked.resolveInterrupt(true)
    await afterRequests(2)
    expect(running.ran).toEqual(['weather', 'pay'])
    expect(call('pay')).toMatchObject({ output: 'paid' })
    expect(texts()).toEqual(['Paid.'])
    expect(question()).toBeUndefined()
  })

  it('continues after a no, and the tool never runs', async () => {
    const { afterRequests, question, texts, call, running } = await talk([calls(payment), says('Then not.')])
    const asked = question()
    if (asked?.kind !== 'tool-approval') throw new Error('no approval')
    asked.resolveInterrupt(false)
    await afterRequests(2)
    expect({ ran: running.ran, texts: texts() }).toEqual({ ran: [], texts: ['Then not.'] })
    expect(call('pay')).toMatchObject({ output: { denied: true } })
  })

  it('answers two approvals in one request', async () => {
    const { afterRequests, client, running } = await talk([calls(payment, ['pay', { amount: 7, recipient: 'Ana' }]), says('Both.')])
    const [first, second] = client.getInterrupts()
    if (first?.kind !== 'tool-approval' || second?.kind !== 'tool-approval') throw new Error('no approvals')
    first.resolveInterrupt(true)
    second.resolveInterrupt(false)
    await afterRequests(2)
    expect(running.ran).toEqual(['pay'])
  })

  it('runs its own tool and sends the output by itself', async () => {
    const { afterRequests, texts, call } = await talk([calls(['pick', {}]), says('Teal it is.')])
    await afterRequests(2)
    expect(call('pick')).toMatchObject({ output: { colour: 'teal' } })
    expect(texts()).toEqual(['Teal it is.'])
  })

  it('runs an allowed tool of its own in three requests: approval, execution, output', async () => {
    const { afterRequests, question, painted, texts, running } = await talk([calls(['paint', { colour: 'teal' }]), says('Painted.')])
    const asked = question()
    expect(asked?.kind).toBe('tool-approval')
    expect(painted).toEqual([])
    if (asked?.kind !== 'tool-approval') throw new Error('no approval')
    asked.resolveInterrupt(true)
    await afterRequests(3)
    expect({ painted, texts: texts(), problems: running.problems }).toEqual({
      painted: [{ colour: 'teal' }],
      texts: ['Painted.'],
      problems: [],
    })
  })

  it('reports a failure as an error, not as an end', async () => {
    const broken: ModelCall = [
      { candidates: [{ content: { parts: [{ text: 'Half' }] } }] },
      { error: { code: 503, message: 'overloaded' } },
    ]
    const { client, texts } = await talk([broken])
    await expect.poll(() => client.getStatus()).toBe('error')
    expect(client.getError()?.message).toBe('overloaded')
    expect(texts()).toEqual(['Half'])
  })
})
