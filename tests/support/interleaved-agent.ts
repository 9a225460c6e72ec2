import { HttpAgent, type Interrupt, type Message, type RunAgentInput } from '@ag-ui/client'
import { canonicalJson } from '../../src/shared/lib/canonical-json'
import { parseJson } from '../../src/shared/lib/json-value'
import { toPlainJson } from '../../src/shared/lib/plain-json'
import type { AgUiEvent } from '../../src/shared/protocol/dialects/ag-ui-events'
import { eventProblem } from './ag-ui-judge'
import type { Choices } from './choices'
import {
  breakableNetwork,
  type InterleavedClient,
  MOST_REQUESTS,
  MOST_ROUNDS,
  outputFor,
  type StoredMessage,
  storedResult,
  storedThread,
  type World,
} from './interleavings'

type Entry = NonNullable<RunAgentInput['resume']>[number]
type Answer = 'yes' | 'no' | 'cancelled' | 'changed'

/** The agent of AG-UI, whose `connectAgent` asks the same address. */
class ConnectingAgent extends HttpAgent {
  protected override connect(input: RunAgentInput) {
    return this.run(input)
  }
}

const tools = ['change_bgm', 'get_location'].map((name) => ({ name, description: '', parameters: { type: 'object', properties: {} } }))

/** A program with the agent of AG-UI that does anything in any order. */
export function interleavedAgent(world: World, name: string): InterleavedClient {
  let messageCount = 0
  /** Only the Parley that took a run knows it when it comes again. */
  let last: { readonly rig: World['rig']; readonly body: string } | null = null
  const steps: string[] = []
  const found: string[] = []

  const network = breakableNetwork({
    onSent(body) {
      last = { rig: world.rig, body }
    },
  })

  function open(messages: readonly Message[]): ConnectingAgent {
    const { url, headers } = world.rig
    const initialMessages = structuredClone([...messages])
    const made = new ConnectingAgent({
      url: `${url}/api/ag-ui`,
      headers: { ...headers },
      threadId: name,
      initialMessages,
      fetch: network.fetch,
    })
    made.subscribe({
      // a broken connection is part of the game
      onRunFailed: () => ({ stopPropagation: true }) as object,
      // the judge says whether it is one
      onEvent({ event }) {
        const problem = eventProblem(event as unknown as AgUiEvent)
        if (problem !== null) found.push(problem)
      },
    })
    return made
  }
  let agent = open([])

  async function run(of: ConnectingAgent, resume?: Entry[]): Promise<void> {
    await of.runAgent({ tools, ...(resume !== undefined && { resume }) })
  }
  const connect = (of: ConnectingAgent): Promise<unknown> => of.connectAgent({ tools })

  function entry({ id, reason, toolCallId = '' }: Interrupt, answer: Answer, of: ConnectingAgent): Entry {
    if (answer === 'cancelled') return { interruptId: id, status: 'cancelled' }
    const call = of.messages
      .flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
      .find((one) => one.id === toolCallId)
    if (reason !== 'tool_call') return { interruptId: id, status: 'resolved', payload: outputFor(call?.function.name ?? '') }
    const isChanged = answer === 'changed' && call?.function.name === 'write_clipboard'
    const args = isChanged ? { editedArgs: { text: `${name}/${toolCallId}/changed` } } : {}
    return { interruptId: id, status: 'resolved', payload: { approved: answer !== 'no', ...args } }
  }

  async function answerAll(of: ConnectingAgent, choose: () => Answer): Promise<void> {
    if (of.pendingInterrupts.length === 0) return
    await run(
      of,
      of.pendingInterrupts.map((interrupt) => entry(interrupt, choose(), of)),
    )
  }

  async function say(text: string, choose: () => Answer): Promise<void> {
    messageCount += 1
    agent.addMessage({ id: `${name}-user-${messageCount}`, role: 'user', content: text })
    await sendLast(choose)
  }

  /** The agent only takes words that come with an answer to everything that waits. */
  async function sendLast(choose: () => Answer): Promise<void> {
    const resume = agent.pendingInterrupts.map((interrupt) => entry(interrupt, choose(), agent))
    await run(agent, resume.length > 0 ? resume : undefined)
  }

  async function repeat(body: string): Promise<void> {
    const headers = { ...world.rig.headers, 'content-type': 'application/json' }
    await (await fetch(`${world.rig.url}/api/ag-ui`, { method: 'POST', headers, body })).text()
  }

  const toolCallIds = (): readonly string[] =>
    agent.messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : []))

  async function step(choices: Choices): Promise<void> {
    const what = choices.below(11)
    steps.push(String(what))
    switch (what) {
      case 0:
      case 1:
        return answerAll(agent, () => choices.of('yes', 'yes', 'no', 'cancelled', 'changed'))
      case 2:
        return answerAll(agent, () => 'no')
      case 3:
      case 4: {
        const other = open(agent.messages)
        await connect(other)
        return answerAll(other, () => choices.of('yes', 'no'))
      }
      case 5:
        // the connection may break here too
        if (last?.rig === world.rig) await repeat(last.body).catch(() => undefined)
        return
      case 6:
        return world.decide(toolCallIds(), choices.once(2))
      case 7:
        // what did not arrive is sent again before anything else is said
        return agent.messages.at(-1)?.role === 'user' ? sendLast(() => 'no') : say('hello', () => choices.of('yes', 'no', 'cancelled'))
      case 8:
        agent = open(agent.messages)
        await connect(agent)
        return
      default:
        network.breakNext(choices.of('before', 'after'))
    }
  }

  return {
    name,
    begin: (text) => say(text, () => 'no'),
    step,
    steps: () => steps,
    async finish() {
      network.mend()
      for (let round = 0; round < 8; round += 1) {
        if (agent.messages.at(-1)?.role === 'user') await sendLast(() => 'no')
        await answerAll(agent, () => 'no')
        const stored = await storedThread(world, name)
        const isOpen = stored.some(({ calls }) => calls.some((call) => call.isOpen))
        if (agent.pendingInterrupts.length > 0) continue
        if (!isOpen && agent.messages.at(-1)?.role !== 'user') return
        await connect(agent)
      }
    },
    async problems() {
      found.push(...contradictions(agent.messages, await storedThread(world, name)))
      let different: readonly string[] = []
      for (let round = 0; round < MOST_ROUNDS && agent.pendingInterrupts.length === 0; round += 1) {
        await connect(agent)
        different = differences(agent.messages, await storedThread(world, name))
        if (different.length === 0) break
      }
      return [
        ...different,
        ...found,
        ...agent.pendingInterrupts.map(({ id }) => `${id} is open`),
        ...(agent.isRunning ? ['a run has not ended'] : []),
        ...(network.requests() > MOST_REQUESTS ? [`${network.requests()} requests`] : []),
      ]
    },
  }
}

/** Results that the agent was told and Parley doesn't have. */
function contradictions(messages: readonly Message[], stored: readonly StoredMessage[]): readonly string[] {
  const ended = new Map(stored.flatMap(({ calls }) => calls.map((call) => [call.id, storedResult(call)] as const)))
  return messages.flatMap((message) => {
    if (message.role !== 'tool') return []
    const told = resultOf(messages, message.toolCallId)
    return told === ended.get(message.toolCallId) ? [] : [`${message.toolCallId} is ${told}, server ${ended.get(message.toolCallId)}`]
  })
}

/** What the messages of the agent and of Parley don't share. */
function differences(messages: readonly Message[], stored: readonly StoredMessage[]): readonly string[] {
  const own = messages.flatMap((message) => {
    switch (message.role) {
      case 'user':
        return [`user ${String(message.content)}`]
      case 'assistant':
        return [
          ...(message.toolCalls ?? []).map(({ id }) => `call ${id} ${resultOf(messages, id)}`),
          ...(typeof message.content === 'string' && message.content !== '' ? [`text ${message.content}`] : []),
        ]
      default:
        return []
    }
  })
  const theirs = stored.flatMap(({ role, text, calls }) =>
    role === 'user'
      ? [`user ${text}`]
      : [...calls.map((call) => `call ${call.id} ${storedResult(call)}`), ...(text === '' ? [] : [`text ${text}`])],
  )
  // a snapshot adds what the agent lacks at the end (`@ag-ui/client` 1.0.0), so texts may stand later in its thread
  const inOrder = (lines: readonly string[]): string =>
    [...lines.filter((line) => !line.startsWith('text ')), ...lines.filter((line) => line.startsWith('text ')).sort()].join('\n')
  return inOrder(own) === inOrder(theirs) ? [] : [`client ${own.join('\n  ')}`, `server ${theirs.join('\n  ')}`]
}

function resultOf(messages: readonly Message[], callId: string): string {
  const result = messages.find((message) => message.role === 'tool' && message.toolCallId === callId)
  if (result === undefined) return 'open'
  const output = parseJson(String(result.content))
  return output !== null && typeof output === 'object' && 'error' in output ? 'not done' : canonicalJson(toPlainJson(output))
}
