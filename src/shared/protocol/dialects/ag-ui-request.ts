import type { JsonObject, JsonValue } from '../../lib/json'
import { isJsonObject } from '../../lib/json-value'
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
  messages: z.array(z.looseObject({ id: z.unknown().optional(), role: z.string(), content: z.unknown().optional() })),
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
  /** The user's message, if the request ends with one; null when it continues a paused run. */
  readonly said: SaidContent | null
  /** The client's thread, with the texts of its messages. */
  readonly thread: readonly { readonly id: string; readonly role: string; readonly text: string }[]
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
  const said = resume.length === 0 && last?.role === 'user' ? saidContent(toPlainJson(last.content)) : null
  const thread = messages.map(({ id: messageId, role, content }) => ({
    id: typeof messageId === 'string' ? messageId : '',
    role,
    text: saidContent(toPlainJson(content))?.text ?? '',
  }))
  return success({ threadId, runId, parentRunId, resume, said, thread, tools })
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
