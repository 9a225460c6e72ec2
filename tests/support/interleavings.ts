import { canonicalJson } from '../../src/shared/lib/canonical-json'
import { toPlainJson } from '../../src/shared/lib/plain-json'
import type { Choices } from './choices'
import type { GatewayRig } from './gateway-rig'

/** What the clients of one batch share. */
export interface World {
  rig: Pick<GatewayRig, 'url' | 'headers'>
  /** Answers an approval of one of these calls in Parley's window. */
  decide(toolCallIds: readonly string[], approved: boolean): Promise<void>
  /** Texts that were written to the clipboard. */
  readonly written: string[]
}

/** A call of the thread as Parley stores it. */
export interface StoredCall {
  readonly id: string
  readonly isDone: boolean
  readonly isOpen: boolean
  readonly output: unknown
}

/** How a call of the thread ended, to compare. */
export const storedResult = ({ isDone, isOpen, output }: StoredCall): string =>
  isDone ? canonicalJson(toPlainJson(output)) : isOpen ? 'open' : 'not done'

/** A message of the thread as Parley stores it. */
export interface StoredMessage {
  readonly id: string
  readonly role: string
  readonly text: string
  readonly calls: readonly StoredCall[]
}

/** How often a client asks for what Parley still says. */
export const MOST_ROUNDS = 20

/** How many answers and messages a client may send. */
export const MOST_REQUESTS = 60

/** A program that uses one thread in any order of steps. */
export interface InterleavedClient {
  /** The name of its thread. */
  readonly name: string
  begin(text: string): Promise<void>
  step(choices: Choices): Promise<void>
  /** Answers what is open, until nothing is. */
  finish(): Promise<void>
  /** The steps it took, to find a failure again. */
  steps(): readonly string[]
  /** What is wrong with its thread once Parley has nothing more to say. */
  problems(): Promise<readonly string[]>
}

/** The network of a client: it counts what is sent, and breaks once where a test says so. */
export interface BreakableNetwork {
  readonly fetch: typeof fetch
  requests(): number
  /** The next request does not arrive (`before`), or arrives and its answer is lost (`after`). */
  breakNext(when: 'before' | 'after'): void
  mend(): void
}

/** `breaksReads`: what only reads may fail to arrive too. `onSent` is called with the body of each message that arrives. */
export function breakableNetwork({
  breaksReads = false,
  onSent = () => undefined,
}: {
  readonly breaksReads?: boolean
  onSent?(body: string): void
} = {}): BreakableNetwork {
  let requests = 0
  let fault: 'before' | 'after' | null = null
  return {
    requests: () => requests,
    breakNext(when) {
      fault = when
    },
    mend() {
      fault = null
    },
    async fetch(input, init) {
      const isRead = init?.method !== 'POST'
      if (isRead && !breaksReads) return fetch(input, init)
      if (!isRead) requests += 1
      const now = fault
      fault = null
      if (now === 'before') throw new TypeError('fetch failed')
      if (!isRead) onSent(String(init?.body))
      const response = await fetch(input, init)
      // what was read whole counts as received
      if (now === null || isRead) return response
      await response.body?.cancel()
      throw new TypeError('fetch failed')
    },
  }
}

export function outputFor(toolName: string): Record<string, string | number> {
  return toolName === 'change_bgm' ? { playing: 'rain' } : { latitude: 35, longitude: 135, accuracy: 900 }
}

/** Answers an approval of one of these calls in Parley's window. */
export async function decideInWindow({ app }: Pick<GatewayRig, 'app'>, toolCallIds: readonly string[], approved: boolean): Promise<void> {
  const { approvals } = await app.call('app.bootstrap', null)
  const asked = approvals.find(({ toolCallId, state }) => state === 'requested' && toolCallIds.includes(toolCallId))
  if (asked === undefined) return
  const { approvalId, inputHash } = asked
  // a client may have answered meanwhile
  await app.dispatch('approval.decide', { approvalId, inputHash, approved })
}

interface Part {
  readonly type: string
  readonly content?: string
  readonly id?: string
  readonly state?: string
  readonly output?: unknown
}

/** The thread of a client as Parley stores it. */
export async function storedThread({ rig }: Pick<World, 'rig'>, name: string): Promise<readonly StoredMessage[]> {
  const read = (): Promise<Response> => fetch(`${rig.url}/api/ag-ui?threadId=${encodeURIComponent(name)}`, { headers: rig.headers })
  // a connection of before a restart is found broken once
  const response = await read().catch(read)
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
  const { messages } = (await response.json()) as {
    readonly messages: readonly { readonly id: string; readonly role: string; readonly parts: readonly Part[] }[]
  }
  return messages.map(({ id: messageId, role, parts }) => ({
    id: messageId,
    role,
    text: parts.map((part) => (part.type === 'text' ? (part.content ?? '') : '')).join(''),
    calls: parts.flatMap(({ type, id = '', state = '', output }) =>
      type === 'tool-call' ? [{ id, isDone: state === 'complete', isOpen: state !== 'complete' && state !== 'error', output }] : [],
    ),
  }))
}
