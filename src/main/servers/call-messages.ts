import type { ServerMessage } from '../../shared/ipc/tool-server-calls'
import { z } from '../../shared/lib/zod'
import type { AskingCall } from './elicitations'

const idSchema = z.union([z.string(), z.number()])
const messageSchema = z.looseObject({
  id: idSchema.optional(),
  method: z.string().optional(),
  params: z.looseObject({ name: z.unknown(), progressToken: z.unknown(), requestId: z.unknown() }).partial().optional(),
})

/** The calls of a server that run, and which of them a JSON-RPC message belongs to. */
export interface RunningCalls {
  /** A call of this tool begins; returns what ends it. `tool`: its own name at the server. */
  begin(call: AskingCall, tool: string): () => void
  /** The call that began last; undefined if none runs. */
  latest(): AskingCall | undefined
  /** The call of a message; null if it belongs to none that runs. What names no call belongs to the latest one. */
  callOf(direction: ServerMessage['direction'], message: unknown): AskingCall | null
}

interface RunningCall {
  readonly call: AskingCall
  readonly tool: string
  /** null until its request is on the way */
  requestId: string | number | null
}

export function createRunningCalls(): RunningCalls {
  const running = new Set<RunningCall>()
  const withId = (id: unknown): RunningCall | undefined => [...running].find(({ requestId }) => requestId !== null && requestId === id)

  function find(direction: ServerMessage['direction'], message: unknown): RunningCall | undefined {
    const parsed = messageSchema.safeParse(message)
    if (!parsed.success) return undefined
    const { id, method, params } = parsed.data
    if (direction === 'to' && method === 'tools/call') {
      const begun = [...running].find(({ tool, requestId }) => requestId === null && tool === params?.name)
      if (begun !== undefined && id !== undefined) begun.requestId = id
      return begun
    }
    if (method === undefined && direction === 'from') return withId(id)
    return withId(params?.progressToken) ?? withId(params?.requestId) ?? [...running].at(-1)
  }

  return {
    begin(call, tool) {
      const one: RunningCall = { call, tool, requestId: null }
      running.add(one)
      return () => void running.delete(one)
    },
    latest: () => [...running].at(-1)?.call,
    callOf: (direction, message) => find(direction, message)?.call ?? null,
  }
}
