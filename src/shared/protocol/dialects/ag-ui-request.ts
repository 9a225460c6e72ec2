import type { JsonObject, JsonValue } from '../../lib/json'
import { isJsonObject, parseJson } from '../../lib/json-value'
import { toPlainJson } from '../../lib/plain-json'
import { failure, type Result, success } from '../../lib/result'
import { z } from '../../lib/zod'
import { outputInterruptId } from './ag-ui-interrupts'
import { AnswerCollector, type ClientAnswerList } from './client-answer'
import type { PendingCall } from './pending-calls'
import { type SaidContent, saidContent } from './said-content'

const resumeSchema = z.looseObject({
  interruptId: z.string().min(1),
  status: z.enum(['resolved', 'cancelled']),
  payload: z.unknown().optional(),
})

// clients send `null` for missing fields
const id = z.string().min(1).max(200)
const optionalId = id.nullish().transform((given) => given ?? null)

/** The fields of AG-UI's `RunAgentInput` that Parley reads. */
export const runAgentInputSchema = z.looseObject({
  threadId: id,
  runId: id,
  parentRunId: optionalId,
  messages: z.array(
    z.looseObject({
      id: z.unknown().optional(),
      role: z.string(),
      content: z.unknown().optional(),
      toolCalls: z.array(z.looseObject({ id: z.string() })).nullish(),
      toolCallId: z.string().nullish(),
    }),
  ),
  state: z.unknown().optional(),
  context: z.array(z.unknown()).nullish(),
  resume: z
    .array(resumeSchema)
    .nullish()
    .transform((entries) => entries ?? []),
  /** The client's own tools. */
  tools: z
    .array(z.looseObject({ name: z.string(), parameters: z.unknown().optional() }))
    .nullish()
    .transform((tools) => (tools ?? []).map(({ name, parameters }) => ({ name, parameters: toPlainJson(parameters) }))),
})

/** One entry of `resume`. */
export type ResumeEntry = z.infer<typeof resumeSchema>

/** A client's request for a run. */
export interface AgUiRequest {
  readonly threadId: string
  readonly runId: string
  readonly parentRunId: string | null
  readonly resume: readonly ResumeEntry[]
  /** The user's message, if the request ends with one: a client that answers may have sent it before. */
  readonly said: SaidContent | null
  /** The client's thread, with the texts of its messages. */
  readonly thread: readonly { readonly id: string; readonly role: string; readonly text: string }[]
  /** The calls in the client's thread that have no result there. */
  readonly openCalls: readonly string[]
  /** Results that the client reports as messages of the role `tool`. */
  readonly results: readonly { readonly toolCallId: string; readonly output: JsonValue }[]
  /** What Parley has no use for: instructions, context or state of the client's own. */
  readonly ignored: readonly string[]
  /** The client's tools, with the JSON schema of their input as it knows them. */
  readonly tools: readonly { readonly name: string; readonly parameters: JsonValue }[]
}

/** Reads a `RunAgentInput` of AG-UI 1.0 or of TanStack's client; the failure says what is wrong with it. */
export function parseRunAgentInput(value: unknown): Result<AgUiRequest> {
  const parsed = runAgentInputSchema.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const place = issue === undefined || issue.path.length === 0 ? 'The request' : `"${issue.path.map(String).join('.')}" of the request`
    return failure('run-input', `${place} is no RunAgentInput: ${issue?.message ?? 'wrong shape'}.`)
  }
  const { threadId, runId, parentRunId, resume, messages, tools } = parsed.data
  const last = messages.at(-1)
  const said = last?.role === 'user' ? saidContent(toPlainJson(last.content)) : null
  const thread = messages.map(({ id: messageId, role, content }) => ({
    id: typeof messageId === 'string' ? messageId : '',
    role,
    text: saidContent(toPlainJson(content))?.text ?? '',
  }))
  const results = resultsIn(messages)
  const ended = new Set(results.map(({ toolCallId }) => toolCallId))
  const openCalls = messages.flatMap(({ toolCalls }) => (toolCalls ?? []).map((call) => call.id)).filter((callId) => !ended.has(callId))
  return success({ threadId, runId, parentRunId, resume, said, thread, openCalls, results, ignored: ignoredIn(parsed.data), tools })
}

type RunAgentInput = z.infer<typeof runAgentInputSchema>

/** TanStack's client also sends a message of the role `tool` for a yes: that is no result. */
function resultsIn(messages: RunAgentInput['messages']): AgUiRequest['results'] {
  return messages.flatMap(({ role, toolCallId, content }) => {
    if (role !== 'tool' || typeof toolCallId !== 'string') return []
    const text = saidContent(toPlainJson(content))?.text ?? ''
    const parsed = parseJson(text)
    const output = parsed ?? { text }
    const isAnswer = isJsonObject(output) && output.pendingExecution === true
    return isAnswer ? [] : [{ toolCallId, output }]
  })
}

function ignoredIn({ messages, context, state }: RunAgentInput): readonly string[] {
  const hasInstructions = messages.some(({ role }) => role === 'system' || role === 'developer')
  const ownState = toPlainJson(state)
  const hasState = isJsonObject(ownState) && Object.keys(ownState).length > 0
  return [
    ...(hasInstructions ? ['system messages'] : []),
    ...((context ?? []).length > 0 ? ['context'] : []),
    ...(hasState ? ['state'] : []),
  ]
}

/**
 * The answers in `resume`: to approvals (`true`, `false` or `{approved}`), and outputs of client-run tools. An answer
 * that nothing waits for is a problem, and so is a second answer.
 */
export function answersOfResume(resume: readonly ResumeEntry[], pending: readonly PendingCall[]): ClientAnswerList {
  const collector = new AnswerCollector(pending)
  for (const { interruptId, status, payload } of resume) {
    const asked = collector.question(interruptId)
    const call = asked ?? pending.find(({ toolCallId }) => outputInterruptId(toolCallId) === interruptId)
    if (call === undefined) collector.problem(`Nothing waits for an answer to ${interruptId}.`)
    else if (status === 'cancelled') collector.cancelled(call)
    else if (asked === undefined) collector.output(call, toPlainJson(payload))
    else decide(collector, asked, interruptId, toPlainJson(payload))
  }
  return collector.result()
}

function decide(collector: AnswerCollector, call: PendingCall, approvalId: string, payload: JsonValue): void {
  const answer: JsonObject = isJsonObject(payload) ? payload : { approved: payload }
  const details = isJsonObject(answer.payload) ? answer.payload : answer
  const reason = typeof details.reason === 'string' ? details.reason : null
  collector.decide(call, approvalId, answer.approved === true, reason, answer.editedArgs)
}
