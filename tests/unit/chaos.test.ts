import { describe, expect, it } from 'vitest'
import type { LiveConnection, LiveConnector } from '../../src/main/models/live/live-connector'
import type { Outgoing } from '../../src/main/models/live/outbox'
import type { MainTool } from '../../src/main/tool-calls/tools/main-tool'
import type { Sabotage } from '../support/chaos/chaos-app'
import { type ChaosCounts, isClean, runChaos } from '../support/chaos/run-chaos'
import { scaled } from '../support/scale'

/** This many conversations show each planted bug many times. */
const FEW = 12
/** Worlds with several simultaneous conversations. */
const SHARED = 32

/** A connector that sends something else than requested. */
function sending(change: (item: Outgoing, send: (item: Outgoing) => void) => void): Sabotage {
  return {
    connector: (real) =>
      wrapped(real, (connection) => ({ ...plain(connection), send: (item) => change(item, (one) => connection.send(one)) })),
  }
}

function wrapped(real: LiveConnector, wrap: (connection: LiveConnection) => LiveConnection): LiveConnector {
  return { connect: (request, listener) => wrap(real.connect(request, listener)) }
}

/** A connector whose frames also reach another connection. */
function toAnotherToo(real: LiveConnector): LiveConnector {
  const listeners = new Map<string, Parameters<LiveConnector['connect']>[1]>()
  return {
    connect(request, listener) {
      const { apiKey } = request.setup
      listeners.set(String(apiKey), listener)
      return real.connect(request, {
        ...listener,
        onFrame(frame) {
          listener.onFrame(frame)
          for (const [key, other] of listeners) if (key !== apiKey) other.onFrame(frame)
        },
      })
    },
  }
}

const plain = (connection: LiveConnection): LiveConnection => ({
  send: (item) => connection.send(item),
  updateContext: (context) => connection.updateContext(context),
  show: (shown) => connection.show(shown),
  close: () => connection.close(),
})

/** Runs each call a second time behind the user's back. */
const twice = (tool: MainTool): MainTool => ({
  ...tool,
  prepare(input) {
    const prepared = tool.prepare(input)
    if (!prepared.ok) return prepared
    const { run } = prepared.value
    return {
      ok: true,
      value: {
        ...prepared.value,
        async run(context) {
          await run(context)
          return run(context)
        },
      },
    }
  },
})

const planted: readonly (readonly [keyof ChaosCounts, string, Sabotage])[] = [
  ['lost', 'typed words that are not sent', sending((item, send) => item.type !== 'text' && send(item))],
  [
    'lost',
    'words of the model that are not passed on',
    {
      connector: (real) => ({
        connect: (request, listener) =>
          real.connect(request, { ...listener, onFrame: (frame) => 'serverContent' in frame || listener.onFrame(frame) }),
      }),
    },
  ],
  [
    'duplicated',
    'frames that are passed on twice',
    {
      connector: (real) => ({
        connect: (request, listener) =>
          real.connect(request, {
            ...listener,
            onFrame(frame) {
              listener.onFrame(frame)
              listener.onFrame(frame)
            },
          }),
      }),
    },
  ],
  ['mixed', 'frames that reach another conversation, too', { connector: toAnotherToo }],
  ['effectsTwice', 'a tool that does what it does twice', { tools: (real) => real.map(twice) }],
  ['unanswered', 'answers to calls that are not sent', sending((item, send) => item.type !== 'tool-responses' && send(item))],
  [
    'unhandled',
    'a promise that nobody catches',
    sending((item, send) => {
      send(item)
      void Promise.reject(new Error('planted'))
    }),
  ],
  [
    'openSockets',
    'connections that are not closed',
    { connector: (real) => wrapped(real, (connection) => ({ ...plain(connection), close() {} })) },
  ],
  ['unusable', 'a session that says nothing any more', sending(() => {})],
]

describe('the judge of chaos', () => {
  it.each(planted)(
    'counts as %s: %s',
    async (kind, _what, sabotage) => {
      const counts = await runChaos(kind === 'mixed' ? { seed: SHARED, count: 1, sabotage } : { seed: 1, count: FEW, sabotage })
      expect(counts[kind]).toBeGreaterThan(0)
      expect(isClean(counts)).toBe(false)
    },
    240_000,
  )

  it('judges a conversation alike each time it is played from its seed', async () => {
    const first = await runChaos({ seed: 7, count: FEW })
    expect(await runChaos({ seed: 7, count: FEW })).toEqual(first)
  }, 240_000)
})

/** A thousand in a long run. */
const MANY = scaled(1000)

it('many conversations with random faults, some simultaneous, lose nothing, double nothing, mix nothing, and leave nothing open', async () => {
  const bad: string[] = []
  const counts = await runChaos({ seed: 1, count: MANY }, (line) => bad.push(line))
  expect(bad).toEqual([])
  expect(isClean(counts)).toBe(true)
  expect(counts.conversations).toBeGreaterThanOrEqual(MANY)
  expect(counts.conversations - counts.worlds).toBeGreaterThan(MANY / 20)
  expect(counts.faults['network-lost']).toBeGreaterThan(MANY / 20)
  expect(Object.keys(counts.faults).length).toBeGreaterThan(scaled(50, 30))
}, 240_000)
