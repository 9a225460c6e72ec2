import { diskRefusal } from '../lib/disk-fault'
import { type Failure, failure, type Result, success, textOf } from '../lib/result'
import { type DisplayText, type Message, modelText } from '../messages/message'
import { type CallName, type CallReply, type CallRequest, calls } from './contract'

/** One handler per call of the contract. A handler throws `CallError` for a refusal that the user should read. */
export type Handlers = { readonly [Name in CallName]: (request: CallRequest<Name>) => Promise<CallReply<Name>> | CallReply<Name> }

/** A refusal that may cross the boundary: its code and text are shown; any other exception becomes `internal`, or says that the disk is full. */
export class CallError extends Error {
  readonly code: string
  readonly display: Message | null
  constructor(code: string, text: DisplayText) {
    super(modelText(text))
    this.name = 'CallError'
    this.code = code
    this.display = typeof text === 'string' ? null : text
  }
}

/** The value of a result; a failure is thrown as a `CallError`. */
export function orRefuse<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value
  throw new CallError(result.error.code, textOf(result.error))
}

/** Answers one call by name with a value, never an exception. */
export type Dispatch = (name: string, payload: unknown) => Promise<Result<unknown>>

/**
 * Builds the single entry point to main: own-property check of the name, request schema, handler, reply schema.
 * Exceptions of a handler are passed to `report` and do not cross, except the code and texts of a `CallError`.
 */
export function createDispatch(handlers: Handlers, report: (name: string, error: unknown) => void): Dispatch {
  return async (name, payload) => {
    if (!isCallName(name)) return failure('unknown-call', 'There is no such call.')
    const request = readRequest(name, payload)
    if (request === null)
      return failure('bad-request', `Parley can’t take this: it is too long or not what ${name} expects. Nothing was changed.`)
    try {
      // the table pairs each name with its request type, which TypeScript can't follow through a generic index
      const handler = handlers[name] as (request: unknown) => unknown
      const reply = calls[name].reply.safeParse(await handler(request.value))
      if (reply.success) return success(reply.data)
      report(name, reply.error)
      return failure('bad-reply', `Parley’s answer to ${name} can’t be read. Load the page or start Parley again; what was said is kept.`)
    } catch (error) {
      report(name, error)
      return { ok: false, error: toFailure(error) }
    }
  }
}

/** Null if it is not what the call expects. */
function readRequest(name: CallName, payload: unknown): { readonly value: unknown } | null {
  try {
    const request = calls[name].request.safeParse(payload)
    return request.success ? { value: request.data } : null
  } catch {
    // zod freezes what stands in the place of a list, and bytes can't be frozen
    return null
  }
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name)
}

function toFailure(error: unknown): Failure {
  if (error instanceof CallError) {
    const { code, message, display } = error
    return { code, message, ...(display !== null && { display }) }
  }
  return diskRefusal(error) ?? { code: 'internal', message: 'Something went wrong inside Parley. Try again; the log has the details.' }
}
