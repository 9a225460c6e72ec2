import { expect, it } from 'vitest'
import { systemClock } from '../../../src/main/lib/system-clock'
import { createMessageReader, mostMessages } from '../../../src/main/servers/message-reader'
import { createServerTools } from '../../../src/main/servers/server-tools'
import { openMemoryStore } from '../../../src/main/storage/database/open-store'
import { ToolError } from '../../../src/main/tool-calls/tools/main-tool'
import { verdictOf } from '../../../src/shared/approvals/policy'
import type { PolicyRule } from '../../../src/shared/approvals/policy-rule'
import { modelText } from '../../../src/shared/messages/message'
import { commandServer, toolServerRig } from '../../support/tool-server-rig'

const HOUR = 3_600_000

/** A clock that the user, or the network, sets. */
function settableClock() {
  let now = 100 * HOUR
  return {
    ...systemClock,
    now: () => now,
    set(change: number) {
      now += change
    },
  }
}

it('the messages of a server are not counted together after the clock was set back', () => {
  const clock = settableClock()
  const reasons: string[] = []
  let delivered = 0
  const { add } = createMessageReader({
    clock,
    deliver() {
      delivered += 1
    },
    giveUp: (why) => void reasons.push(modelText(why)),
  })
  const messages = Buffer.from('{"jsonrpc":"2.0","method":"notifications/message"}\n'.repeat(mostMessages - 1))
  add(messages)
  clock.set(-5 * HOUR)
  for (let period = 0; period < 3; period += 1) {
    add(messages)
    clock.set(10_001)
  }
  expect({ delivered, reasons }).toEqual({ delivered: 4 * (mostMessages - 1), reasons: [] })
})

it('a server that could not be started is tried again with the next session, also after the clock was set back', async () => {
  const clock = settableClock()
  let tries = 0
  const rig = toolServerRig({
    clock,
    connect() {
      tries += 1
      return Promise.reject(new ToolError('no licence'))
    },
  })
  await rig.start(commandServer({ name: 'notes', args: [] }))
  rig.servers.wake()
  expect(tries).toBe(1)
  clock.set(-5 * HOUR)
  rig.servers.wake()
  await rig.until(() => tries === 2)
})

it('a rule that was made while the clock was hours ahead does not allow a tool that was seen after the clock was set back', () => {
  const clock = settableClock()
  const store = openMemoryStore({ clock, unreadable: () => {} })
  const server = commandServer({ name: 'notes', args: [] })
  store.toolServers.save(server, clock.now(), false, [])
  const tools = createServerTools({
    ...{ server, clock, table: store.toolServers },
    call: () => Promise.resolve({}),
    check: () => null,
    toolsChanged: () => {},
  })
  const tool = (name: string) => ({ name, inputSchema: { type: 'object' } })
  tools.take([tool('read')])
  clock.set(5 * HOUR)
  const rule: PolicyRule = {
    ...{ ruleId: 'rule-1', name: { en: 'allow' }, tool: 'notes__*', matchers: [], scope: { kind: 'always' }, effect: 'allow' },
    ...{ origin: 'user', createdAt: clock.now() },
  }
  store.rules.replace([rule])
  clock.set(-5 * HOUR)
  tools.take([tool('read'), tool('erase')])
  const verdict = ({ name, knownSince }: { readonly name: string; readonly knownSince: number | null }) =>
    `${name} ${verdictOf(rule, { toolName: name, input: {}, conversationId: 'conversation-1', knownSince })}`
  expect(tools.usable().map(verdict)).toEqual(['notes__read decides', 'notes__erase other-tool'])
})
