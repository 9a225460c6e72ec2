import { queryObjects } from 'node:v8'
import { expect, test } from 'vitest'
import { invocationOf } from '../../src/main/gateway/gateway'
import { addToLog, inLogContext, type LogContext, withLogContext } from '../../src/main/lib/log/log-context'
import type { Facts } from '../../src/main/lib/log/logger'

test('a line of a request has its facts, also one of what the request began, and none of another request or after its end', async () => {
  const lines: [string, Facts | undefined][] = []
  const write = (event: string, facts?: Facts) => void lines.push([event, facts])
  const log = withLogContext({ info: write, warn: write, error: write })
  const contexts: LogContext[] = []
  const request = (runId: string) =>
    inLogContext(
      { clientId: 'c' },
      (facts) => ({ invocationId: `turn of ${String(facts.runId)}` }),
      async (context) => {
        contexts.push(context)
        addToLog({ runId })
        await Promise.resolve()
        log.info('sent', { status: 200 })
        if (runId === 'run-1') context.end()
        await Promise.resolve()
        log.warn('after')
      },
    )
  await Promise.all([request('run-1'), request('run-2')])
  log.error('outside')
  const facts = (runId: string) => ({ clientId: 'c', runId, invocationId: `turn of ${runId}` })
  expect(lines).toEqual([
    ['sent', { ...facts('run-1'), status: 200 }],
    ['sent', { ...facts('run-2'), status: 200 }],
    ['after', {}],
    ['after', facts('run-2')],
    ['outside', undefined],
  ])
})

test('what a request began holds nothing of it once it is over', () => {
  class Held {}
  const nothing = (): void => undefined
  const noFacts = (): Facts => ({})
  const timers: NodeJS.Timeout[] = []
  const handle = (): void => {
    const held = new Held()
    inLogContext({}, noFacts, (context) => {
      timers.push(setTimeout(nothing, 60_000))
      addToLog({ isHeld: held instanceof Held })
      context.end()
    })
  }
  for (let count = 0; count < 10; count += 1) handle()
  expect(queryObjects(Held)).toBe(0)
  for (const timer of timers) clearTimeout(timer)
})

test('a line about a conversation that was released or removed meanwhile is written, and opens none', () => {
  const lines: (Facts | undefined)[] = []
  const write = (_: string, facts?: Facts) => void lines.push(facts)
  const log = withLogContext({ info: write, warn: write, error: write })
  const registry = { statuses: () => [], get: (conversationId: string) => expect.unreachable(`${conversationId} is opened`) }
  inLogContext(
    { conversationId: 'gone' },
    (facts) => invocationOf(registry, facts),
    () => log.info('gateway request', { status: 200 }),
  )
  expect(lines).toEqual([{ conversationId: 'gone', status: 200 }])
})
