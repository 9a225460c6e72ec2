import { toolDefinition } from '@tanstack/ai'
import { fetchServerSentEvents } from '@tanstack/ai-client'
import { useChat } from '@tanstack/ai-react'
import { z } from 'zod'
import { canonicalJson } from '../../src/shared/lib/canonical-json'
import { parseJson } from '../../src/shared/lib/json-value'
import { toPlainJson } from '../../src/shared/lib/plain-json'
import { getLocation } from '../../src/shared/tools/get-location'
import { writeClipboard } from '../../src/shared/tools/write-clipboard'
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
import { runHook } from './react-hook'

type Answer = boolean | 'cancelled' | 'changed'
type Page = ReturnType<typeof open>
type Messages = ReturnType<Page['current']>['messages']

const tools = [
  toolDefinition({ name: 'write_clipboard', description: 'Copies', needsApproval: true, inputSchema: writeClipboard.input }).client(),
  toolDefinition({ name: 'change_bgm', description: 'Music', inputSchema: z.object({ track: z.string() }) }).client(() =>
    Promise.resolve(outputFor('change_bgm')),
  ),
  toolDefinition({ name: 'get_location', description: 'Place', needsApproval: true, inputSchema: getLocation.input }).client(() =>
    Promise.resolve(outputFor('get_location')),
  ),
] as const

/** A page with TanStack's `useChat`, which restores its thread when it opens. */
function open({ url, headers }: World['rig'], threadId: string, fetchClient: typeof fetch) {
  const connection = fetchServerSentEvents(`${url}/api/ag-ui`, { headers: { ...headers }, fetchClient })
  return runHook(() => useChat({ connection, tools, threadId, persistence: true }))
}

/** A program with TanStack's `useChat` that does anything in any order. */
export function interleavedTanstack(world: World, name: string): InterleavedClient {
  const steps: string[] = []
  const network = breakableNetwork()

  async function opened(): Promise<Page> {
    let isRestored = false
    const made = open(world.rig, name, async (input, init) => {
      const response = await network.fetch(input, init)
      if (init?.method === 'POST') return response
      const text = await response.text()
      isRestored = true
      return new Response(text, response)
    })
    await made.until(({ messages }) => isRestored && messages.length > 0)
    await rest(made)
    return made
  }
  const rest = (of: Page): Promise<unknown> =>
    of.until(({ status, isLoading, resuming }) => !isLoading && !resuming && (status === 'ready' || status === 'error'))
  let page = open(world.rig, name, network.fetch)

  async function answerAll(of: Page, choose: () => Answer): Promise<void> {
    const { interrupts, resolveInterrupts } = of.current()
    // what is sent already, or has expired, is found when the page is opened again
    if (interrupts.length === 0 || interrupts.some(({ canResolve, status }) => !canResolve || status !== 'pending')) return
    const resolveAll = () =>
      resolveInterrupts((interrupt) => {
        if (interrupt.kind !== 'tool-approval') return undefined
        const answer = choose()
        if (answer === 'cancelled') interrupt.cancel()
        else if (answer === 'changed' && interrupt.toolName === 'write_clipboard')
          interrupt.resolveInterrupt(true, { editedArgs: { text: `${name}/${interrupt.toolCallId}/changed` } })
        else if (answer === false) interrupt.resolveInterrupt(false)
        else interrupt.resolveInterrupt(true)
        return undefined
      })
    await unlessRefused(resolveAll)
    await rest(of)
    await finishGiven(of)
  }

  /** Its client refuses answers while it sends the output of a tool, which its state may not show yet, or still restores. */
  async function unlessRefused(answer: () => unknown): Promise<void> {
    try {
      await answer()
    } catch (error) {
      if (!/while submitting|not hydrated/.test(String(error))) throw error
    }
  }

  /** A page that was opened again does not run what it was given before by itself. */
  async function finishGiven(of: Page): Promise<void> {
    if (of.current().interrupts.length === 0) return
    for (const { id, name: tool, state } of callsIn(of.current().messages)) {
      if (state !== 'input-complete' || (tool !== 'change_bgm' && tool !== 'get_location')) continue
      // its client refuses an output while it sends another one
      await rest(of)
      if (of.current().interrupts.length === 0) continue
      await unlessRefused(() => of.current().addToolResult({ toolCallId: id, tool, output: outputFor(tool) }))
    }
    await rest(of)
  }

  const toolCallIds = (): readonly string[] =>
    page.current().messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])))

  async function say(text: string): Promise<void> {
    try {
      await page.current().sendMessage(text)
    } catch (error) {
      // its client refuses words while something waits, also where it only believes so
      if (!String(error).includes('pending interrupts exist')) throw error
      page = await opened()
    }
    await rest(page)
  }

  async function step(choices: Choices): Promise<void> {
    const what = choices.below(9)
    steps.push(String(what))
    switch (what) {
      case 0:
      case 1:
        return answerAll(page, () => choices.of<Answer>(true, true, false, 'cancelled', 'changed'))
      case 2:
        return answerAll(page, () => false)
      case 3:
      case 4:
        return answerAll(await opened(), () => choices.once(2))
      case 5:
        return world.decide(toolCallIds(), choices.once(2))
      case 6:
        await answerAll(page, () => choices.once(2))
        return say('hello')
      case 7:
        page = await opened()
        return
      default:
        network.breakNext(choices.of('before', 'after'))
    }
  }

  return {
    name,
    begin: say,
    step,
    steps: () => steps,
    async finish() {
      network.mend()
      for (let round = 0; round < 8; round += 1) {
        await answerAll(page, () => false)
        const stored = await storedThread(world, name)
        const isOpen = stored.some(({ calls }) => calls.some((call) => call.isOpen))
        if (!isOpen && stored.at(-1)?.role === 'assistant') return
        // as a user would who looks again
        if (stored.at(-1)?.role === 'assistant') page = await opened()
        else await say('hello')
      }
    },
    async problems() {
      const contradicted = contradictions(page.current().messages, await storedThread(world, name))
      let different: readonly string[] = []
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        page = await opened()
        // a page may show what another one has answered meanwhile
        await answerAll(page, () => false)
        different = differences(page.current().messages, await storedThread(world, name))
        if (different.length === 0) break
      }
      const { status, error, interrupts } = page.current()
      return [
        ...contradicted,
        ...different,
        ...(status === 'ready' ? [] : [`${status}: ${error?.message ?? ''}`]),
        ...interrupts.map(({ id }) => `${id} is open`),
        ...(network.requests() > MOST_REQUESTS ? [`${network.requests()} requests`] : []),
      ]
    },
  }
}

type CallPart = Extract<Messages[number]['parts'][number], { readonly type: 'tool-call' }>

const callsIn = (messages: Messages): readonly CallPart[] =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [part] : [])))

/** Results that the page was told and Parley doesn't have. */
function contradictions(messages: Messages, stored: readonly StoredMessage[]): readonly string[] {
  const ended = new Map(stored.flatMap(({ calls }) => calls.map((call) => [call.id, storedResult(call)] as const)))
  return callsIn(messages).flatMap((part) => {
    const told = resultOf(part)
    const own = ended.get(part.id)
    return told === 'open' || own === undefined || told === own ? [] : [`${part.id} is ${told}, server ${own}`]
  })
}

/** What the messages of the page and of Parley don't share. */
function differences(messages: Messages, stored: readonly StoredMessage[]): readonly string[] {
  const own = messages.map(({ role, parts }) => {
    const text = parts.map((part) => (part.type === 'text' ? part.content : '')).join('')
    const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [`${part.id} ${resultOf(part)}`] : []))
    return JSON.stringify([role, text, calls])
  })
  const theirs = stored.map(({ role, text, calls }) =>
    JSON.stringify([role, text, calls.map((call) => `${call.id} ${storedResult(call)}`)]),
  )
  return own.join() === theirs.join() ? [] : [`client ${own.join('\n  ')}`, `server ${theirs.join('\n  ')}`]
}

function resultOf({ state, output }: CallPart): string {
  if (state === 'error') return 'not done'
  if (state !== 'complete' || output === undefined) return 'open'
  const plain = typeof output === 'string' ? parseJson(output) : toPlainJson(output)
  return plain !== null && typeof plain === 'object' && 'error' in plain ? 'not done' : canonicalJson(toPlainJson(plain))
}
