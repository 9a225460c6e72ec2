import type { AuditSubject } from '../../shared/audit/audit-entry'
import type { Clock, Timer } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import { failure, type Result, success } from '../../shared/lib/result'
import { type Elicitation, type ElicitationAnswer, type ElicitationRequest, fitsForm } from '../../shared/servers/elicitation'
import type { AuditTrail } from '../tool-calls/audit/audit-trail'

/** The most open questions of one server, and the most questions during one call. What is asked beyond them is cancelled. */
export const mostOpenElicitations = 3
export const mostElicitationsOfCall = 10

/** The call during which a server asks. */
export interface AskingCall {
  readonly conversationId: string
  readonly toolCallId: string
  readonly toolName: string
}

/** Dependencies of the questions. */
export interface ElicitationsOptions {
  readonly clock: Clock
  readonly newId: NewId
  readonly audit: Pick<AuditTrail, 'record'>
  /** Seconds that a question stays open. */
  seconds(): number
  /** Opens a page in the user's browser. Rejects if that failed. */
  openPage(address: string): Promise<void>
  /** Called when `open` returns something else. */
  onChange(): void
  report(error: unknown): void
}

/**
 * What servers ask the user in the middle of calls. The questions end with their calls, so they are only in memory. The answers go to the
 * server alone: neither the model nor the audit trail gets them.
 */
export interface Elicitations {
  open(): readonly Elicitation[]
  /** Resolves with the user's answer: `cancel` when the time is up, when `signal` aborts, or for too many questions. Never rejects. */
  ask(server: string, call: AskingCall, request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationAnswer>
  /** Takes the user's answer, once and in time. */
  answer(elicitationId: string, answer: ElicitationAnswer): Promise<Result<null>>
  /** The call is over: what it asks is cancelled. */
  callEnded(toolCallId: string): void
}

type Outcome = 'allowed' | 'denied' | 'expired' | 'withdrawn'

interface OpenElicitation {
  readonly elicitation: Elicitation
  readonly subject: AuditSubject
  settle(answer: ElicitationAnswer, outcome: Outcome): void
}

const gone = failure('elicitation-gone', 'This question is not open any more, so the answer was not sent.')

export function createElicitations(options: ElicitationsOptions): Elicitations {
  const { clock } = options
  const open = new Map<string, OpenElicitation>()
  /** questions of the calls that run */
  const counts = new Map<string, number>()

  function record(subject: AuditSubject, decision: Outcome | 'asked'): void {
    const by = ({ allowed: 'user', denied: 'user', expired: 'time', withdrawn: 'withdrawal', asked: null } as const)[decision]
    options.audit.record(subject, {
      ...{ kind: 'decided', decision, by: by === null ? null : { kind: by } },
      ...{ reason: null, editedInput: null, rememberedRuleId: null },
    })
  }

  function ask(server: string, call: AskingCall, request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationAnswer> {
    const asked = counts.get(call.toolCallId) ?? 0
    const ofServer = [...open.values()].filter(({ elicitation }) => elicitation.server === server)
    if (signal.aborted || ofServer.length >= mostOpenElicitations || asked >= mostElicitationsOfCall)
      return Promise.resolve({ kind: 'cancel' })
    counts.set(call.toolCallId, asked + 1)
    const { conversationId, toolCallId } = call
    const elicitationId = options.newId('elicitation')
    const askedAt = clock.now()
    const expiresAt = askedAt + options.seconds() * 1000
    const subject = { ...call, approvalId: elicitationId }
    record(subject, 'asked')
    return new Promise((resolve) => {
      const timer: Timer = clock.after(expiresAt - askedAt, () => settle({ kind: 'cancel' }, 'expired'))
      const stop = (): void => settle({ kind: 'cancel' }, 'withdrawn')
      function settle(answer: ElicitationAnswer, outcome: Outcome): void {
        if (!open.delete(elicitationId)) return
        timer.cancel()
        signal.removeEventListener('abort', stop)
        try {
          record(subject, outcome)
        } catch (error) {
          options.report(error)
        }
        options.onChange()
        resolve(answer)
      }
      signal.addEventListener('abort', stop, { once: true })
      open.set(elicitationId, {
        elicitation: { elicitationId, server, conversationId, toolCallId, request, askedAt, expiresAt },
        subject,
        settle,
      })
      options.onChange()
    })
  }

  return {
    open: () => [...open.values()].map(({ elicitation }) => elicitation),
    ask,
    async answer(elicitationId, answer) {
      const asked = open.get(elicitationId)
      if (asked === undefined || clock.now() >= asked.elicitation.expiresAt) return gone
      if (answer.kind !== 'accept') {
        asked.settle(answer, 'denied')
        return success(null)
      }
      const { request } = asked.elicitation
      if (request.kind === 'secret') return failure('elicitation-secret', 'Parley sends no passwords to servers. Decline the question.')
      if (request.kind === 'form' && !fitsForm(request.fields, answer.values))
        return failure('elicitation-unfit', 'Some of the answers do not fit their fields, so nothing was sent. Check them again.')
      if (request.kind === 'page') {
        try {
          await options.openPage(request.address)
        } catch (error) {
          options.report(error)
          return failure('elicitation-page', 'The browser could not be opened, so nothing was answered.')
        }
      }
      if (!open.has(elicitationId)) return gone
      asked.settle(request.kind === 'form' ? answer : { kind: 'accept', values: {} }, 'allowed')
      return success(null)
    },
    callEnded(toolCallId) {
      counts.delete(toolCallId)
      for (const { elicitation, settle } of [...open.values()])
        if (elicitation.toolCallId === toolCallId) settle({ kind: 'cancel' }, 'withdrawn')
    },
  }
}
