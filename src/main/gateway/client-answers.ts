import type { Approval } from '../../shared/approvals/approval'
import { type GatewayClient, mayAnswer } from '../../shared/gateway/gateway-client'
import type { PageToolOutcome } from '../../shared/ipc/tool-calls'
import { assertNever } from '../../shared/lib/assert-never'
import type { JsonValue } from '../../shared/lib/json'
import { isJsonObject } from '../../shared/lib/json-value'
import { type Message, messageOf } from '../../shared/messages/message'
import type { ClientAnswer } from '../../shared/protocol/dialects/client-answer'
import type { PendingCall } from '../../shared/protocol/dialects/pending-calls'
import type { ConversationRegistry } from '../conversations/conversation-registry'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue'
import type { ToolBox } from '../tool-calls/tool-registry'
import type { ClientThread } from './client-thread'

/** An answer of a client, and the arguments it was shown where its protocol sends them back. */
export interface ReceivedAnswer {
  readonly answer: ClientAnswer
  readonly shownInput?: JsonValue
}

/** What became of a client's answers. */
export interface TakenAnswers {
  readonly taken: number
  /** The calls with an answer that counts. */
  readonly calls: ReadonlySet<string>
  readonly problems: readonly string[]
}

/** Takes the answers of clients, as far as they may answer. */
export interface ClientAnswers {
  /**
   * Whether the client may answer questions about calls of this tool, as far as its risk says. Calls that read the user's data are only
   * for clients with the scope of data: without it, the model would tell a client what it had allowed itself.
   */
  mayAnswer(client: GatewayClient, toolName: string): boolean
  /** The calls of a thread that wait for an answer or an output. A further question about a call is asked in Parley alone. */
  pending(thread: ClientThread): readonly PendingCall[]
  /** Takes the answers of one request, all of them before the turn goes on. */
  take(client: GatewayClient, thread: ClientThread, given: readonly ReceivedAnswer[]): TakenAnswers
}

export interface ClientAnswersOptions {
  readonly queue: Pick<ApprovalQueue, 'open' | 'get' | 'ofCall' | 'decide'>
  readonly toolBox: Pick<ToolBox, 'find' | 'hash'>
  readonly registry: Pick<ConversationRegistry, 'get' | 'answersTaken'>
}

/** Null where the answer counts; else why it does not. */
function decide(
  { queue, toolBox }: Pick<ClientAnswersOptions, 'queue' | 'toolBox'>,
  client: GatewayClient,
  thread: ClientThread,
  given: Extract<ClientAnswer, { kind: 'approval' }>,
  shownInput: JsonValue | undefined,
): string | null {
  const approval = queue.get(given.approvalId)
  if (approval?.conversationId !== thread.conversationId || approval.toolCallId !== given.toolCallId)
    return `Nothing waits for an answer to ${given.approvalId}.`
  if (!answers(toolBox, client, approval)) return 'This client may not answer this question: it is asked in Parley.'
  const { approved, reason, editedInput } = given
  const decided = queue.decide(
    {
      approvalId: given.approvalId,
      inputHash:
        shownInput === undefined
          ? approval.inputHash
          : isJsonObject(shownInput)
            ? toolBox.hash({ toolName: approval.toolName, input: shownInput })
            : 'not an object',
      approved,
      ...(reason !== null && { reason: reason.slice(0, 500) }),
      ...(approved && isJsonObject(editedInput) && { editedInput }),
    },
    { kind: 'client', clientId: client.clientId, name: client.name },
  )
  return decided.ok ? null : decided.error.message
}

/** How a call of the client's ended. An output that is no object is a failure, which the model and the client hear of. */
function outcomeOf(answer: EndAnswer): PageToolOutcome {
  if (answer.kind === 'failed') {
    const { errorText } = answer
    return { kind: 'error', errorText: typeof errorText === 'string' ? errorText.slice(0, 2000) : errorText }
  }
  return isJsonObject(answer.output)
    ? { kind: 'result', output: answer.output }
    : { kind: 'error', errorText: messageOf('client-output-no-object') }
}

type EndAnswer =
  | Extract<ClientAnswer, { kind: 'output' | 'failed' }>
  | { readonly kind: 'failed'; readonly toolCallId: string; readonly errorText: Message }

/** Null where the output counts; else why it does not. */
function output({ queue }: Pick<ClientAnswersOptions, 'queue'>, thread: ClientThread, answer: EndAnswer): string | null {
  const { toolCallId } = answer
  const settled = thread.settle(toolCallId, outcomeOf(answer))
  if (settled.ok) return null
  const approval = queue.ofCall(toolCallId)
  if (approval?.conversationId !== thread.conversationId || approval.state !== 'requested') return settled.error.message
  return `The call ${toolCallId} has an output, but nobody allowed it.`
}

/** Creates the answers; they are for the open calls of every thread. */
export function createClientAnswers(options: ClientAnswersOptions): ClientAnswers {
  const { queue, toolBox, registry } = options
  return {
    mayAnswer: (client, toolName) => answers(toolBox, client, { toolName, risk: toolBox.find(toolName)?.risk ?? 'high' }),
    pending(thread) {
      const asked = queue
        .open()
        .filter(({ conversationId, step }) => conversationId === thread.conversationId && step.index === 1)
        .map(({ messageId, toolCallId, toolName, input, approvalId }) => ({
          messageId,
          toolCallId,
          toolName,
          input,
          approvalId,
          approved: false,
        }))
      const given = thread.given().map(({ toolCallId, toolName, input }) => ({
        messageId: '',
        toolCallId,
        toolName,
        input,
        approvalId: null,
        approved: true,
      }))
      return [...asked, ...given]
    },
    take(client, thread, given) {
      const problems: string[] = []
      const seen = new Set<string>()
      const calls = new Set<string>()
      let taken = 0
      const count = (toolCallId: string, problem: string | null): void => {
        if (problem !== null) {
          problems.push(problem)
          return
        }
        taken += 1
        calls.add(toolCallId)
      }
      // an output that comes with its yes must be there when the run begins
      const allowedHere = new Set(given.flatMap(({ answer }) => (answer.kind === 'approval' && answer.approved ? [answer.toolCallId] : [])))
      const waitsForYes = (toolCallId: string): boolean => {
        const approval = queue.ofCall(toolCallId)
        const isHere =
          approval?.conversationId === thread.conversationId && approval.state === 'requested' && answers(toolBox, client, approval)
        return isHere && allowedHere.has(toolCallId)
      }
      const decideOne = (answer: Extract<ClientAnswer, { kind: 'approval' }>, shownInput: JsonValue | undefined): void => {
        const isGiven = thread.given().some(({ toolCallId }) => toolCallId === answer.toolCallId)
        // allowed elsewhere, but the client that was given the call does not run it
        const problem =
          isGiven && !answer.approved
            ? output(options, thread, { kind: 'failed', toolCallId: answer.toolCallId, errorText: messageOf('client-user-refused') })
            : decide(options, client, thread, answer, shownInput)
        if (problem !== null || !answer.approved) thread.dropHeld(answer.toolCallId)
        count(answer.toolCallId, problem)
      }
      const stop = (toolCallId: string): boolean => registry.get(thread.conversationId).stopCall(toolCallId)
      const takeOne = ({ answer, shownInput }: ReceivedAnswer): void => {
        const key = `${answer.kind === 'approval' ? 'approval' : 'end'} ${answer.toolCallId}`
        if (seen.has(key)) {
          problems.push(`The call ${answer.toolCallId} is answered twice: the first answer counts.`)
          return
        }
        seen.add(key)
        switch (answer.kind) {
          case 'approval':
            void thread.say(() => decideOne(answer, shownInput))
            break
          case 'output':
          case 'failed':
            if (waitsForYes(answer.toolCallId)) thread.hold(answer.toolCallId, outcomeOf(answer))
            else count(answer.toolCallId, output(options, thread, answer))
            break
          case 'cancelled':
            count(answer.toolCallId, stop(answer.toolCallId) ? null : `No call ${answer.toolCallId} is open.`)
            break
          default:
            assertNever(answer, 'outside answer')
        }
      }
      thread.takeAnswers(() => [...given].sort((one, other) => rank(one.answer) - rank(other.answer)).forEach(takeOne))
      // a running response also ends where nothing of this counted: it waits for the client, which has to hear of that
      if (given.length > 0) {
        thread.takesUp()
        registry.answersTaken(thread.conversationId)
      }
      return { taken, calls, problems }
    },
  }
}

/** Whether this question is one for the client. */
function answers(
  toolBox: Pick<ToolBox, 'find'>,
  { scopes }: GatewayClient,
  { toolName, risk }: Pick<Approval, 'toolName' | 'risk'>,
): boolean {
  const scope = toolBox.find(toolName)?.resultScope ?? null
  return mayAnswer(scopes, risk) && (scope === null || scopes.includes(scope))
}

function rank({ kind }: ClientAnswer): number {
  return kind === 'output' || kind === 'failed' ? 0 : 1
}
