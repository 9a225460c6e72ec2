/**
 * The fields of a part that the rules read. Our `UIPart` matches, and so do the parts that clients send back: there a
 * call may be a `tool-NAME` part, and the model's provider may have run a tool.
 */
export interface ContinuablePart {
  readonly type: string
  readonly state?: string
  readonly toolCallId?: string
  readonly toolName?: string
  readonly preliminary?: boolean
  readonly providerExecuted?: boolean
  readonly approval?: { readonly id: string; readonly approved?: boolean }
}

/** The fields of a message that the rules read. */
export interface ContinuableMessage {
  readonly role: string
  readonly parts: readonly ContinuablePart[]
}

/** Names of the tools that the client runs itself: an approved call of one waits for its output. */
export type ClientTools = ReadonlySet<string>

/**
 * True if every call of the last step is answered or settled and at least one answer to an approval is still to be sent.
 * Same result as the function of this name in `ai` 6.0.325: a denial counts as an answer, calls of an earlier step are
 * ignored, a preliminary output settles nothing.
 */
export function lastAssistantMessageIsCompleteWithApprovalResponses(conversation: {
  readonly messages: readonly ContinuableMessage[]
}): boolean {
  const calls = lastStepOf(conversation.messages).filter(isCall)
  const isAnswered = ({ state }: ContinuablePart) => state === 'approval-responded'
  return calls.some(isAnswered) && calls.every((call) => isAnswered(call) || call.state === 'output-denied' || hasOutput(call))
}

/**
 * True if every call of the last step has its output (or an error) and the text after the last of them is complete. Same
 * result as the function of this name in `ai` 6.0.325: calls that the provider ran are ignored, a denied call is not
 * complete.
 */
export function lastAssistantMessageIsCompleteWithToolCalls(conversation: { readonly messages: readonly ContinuableMessage[] }): boolean {
  const step = lastStepOf(conversation.messages)
  const isOurs = (part: ContinuablePart) => isCall(part) && part.providerExecuted !== true
  const last = step.findLastIndex(isOurs)
  if (last < 0 || !step.filter(isOurs).every(hasOutput)) return false
  return step.slice(last + 1).every(({ type, state }) => type !== 'text' || state === 'done')
}

/**
 * Whether the turn continues by itself: by one of the two rules above, but not while an approved call of a client-run
 * tool waits for its output, and not if there is nothing to send. What the other side settled itself is no reason to ask
 * it again: a continuation without an answer to an approval or an output of a client-run tool would be empty.
 */
export function shouldContinue(messages: readonly ContinuableMessage[], clientTools: ClientTools): boolean {
  return answersToHandIn(messages, clientTools).length > 0
}

/**
 * `shouldContinue` with a memory, in the shape of the AI SDK's `sendAutomaticallyWhen`: true once for the same answers.
 * Called again it returns false, whatever the other side made of them, so that a response that settles nothing can't start
 * a loop.
 */
export function createAutoContinue(
  clientTools: ClientTools,
): (conversation: { readonly messages: readonly ContinuableMessage[] }) => boolean {
  const handedIn = new Set<string>()
  return ({ messages }) => {
    const answers = answersToHandIn(messages, clientTools)
    const fresh = answers.filter((answer) => !handedIn.has(answer))
    for (const answer of fresh) handedIn.add(answer)
    return fresh.length > 0
  }
}

/** The calls of the last step that have an answer for the other side, by id; none while the step can't continue. */
function answersToHandIn(messages: readonly ContinuableMessage[], clientTools: ClientTools): readonly string[] {
  const conversation = { messages }
  const complete =
    lastAssistantMessageIsCompleteWithApprovalResponses(conversation) || lastAssistantMessageIsCompleteWithToolCalls(conversation)
  if (!complete) return []
  const calls = lastStepOf(messages).filter(isCall)
  const isClientRun = (call: ContinuablePart) => call.providerExecuted !== true && clientTools.has(nameOf(call))
  if (calls.some((call) => isClientRun(call) && call.state === 'approval-responded' && call.approval?.approved === true)) return []
  const answered = calls.filter((call) => call.state === 'approval-responded' || (isClientRun(call) && hasOutput(call)))
  return answered.map(({ toolCallId, approval }) => toolCallId ?? approval?.id ?? '')
}

function lastStepOf(messages: readonly ContinuableMessage[]): readonly ContinuablePart[] {
  const message = messages.at(-1)
  if (message?.role !== 'assistant') return []
  return message.parts.slice(message.parts.findLastIndex(({ type }) => type === 'step-start') + 1)
}

function isCall({ type }: ContinuablePart): boolean {
  return type === 'dynamic-tool' || type.startsWith('tool-')
}

function nameOf({ type, toolName }: ContinuablePart): string {
  return type === 'dynamic-tool' ? (toolName ?? '') : type.slice('tool-'.length)
}

function hasOutput({ state, preliminary }: ContinuablePart): boolean {
  return state === 'output-error' || (state === 'output-available' && preliminary !== true)
}
