import type { LiveLimits } from './backoff'
import { append, emptyOutbox, isApproval, type Outgoing, questionsOf, type ToolAnswer, takeBackLast, withoutTakenBack } from './outbox'
import type { MachineState, ReadyState, SeenCall, SessionAction, Step } from './session-state'

/** Calls remembered in one lineage; a conversation with more has long settled the oldest. */
const rememberedCalls = 500

/**
 * Takes the user's input or a call's response. It is sent at once if possible, otherwise queued in order: while there is no
 * connection, and while a blocking call is open (microphone audio then ends the connection, live-spec §4 row 10). Audio and end
 * markers outside an activity, a second start marker and empty audio change nothing.
 */
export function say(state: MachineState, item: Outgoing, limits: LiveLimits): Step {
  switch (item.type) {
    case 'activity-start':
      return state.speaking ? { state, actions: [] } : pass({ ...state, speaking: true, brokenOff: false }, item, limits)
    case 'audio':
      return state.speaking && item.pcm.byteLength > 0 ? pass(state, item, limits) : { state, actions: [] }
    case 'activity-end':
      return state.speaking ? pass({ ...state, speaking: false }, item, limits) : { state, actions: [] }
    case 'text':
      return pass({ ...state, brokenOff: false }, item, limits)
    case 'picture':
      return pass(state, item, limits)
    case 'tool-responses':
      return answer(state, item.responses, limits)
  }
}

/** Ends the current speech: it is not sent again, and not at all if it is still unsent. */
export function takeBack(state: MachineState, limits: LiveLimits): Step {
  if (!state.speaking) return { state, actions: [] }
  const [outbox, unanswered, interjected] = [state.outbox, state.unanswered, state.interjected].map(takeBackLast)
  const marked = { ...state, ...(outbox && unanswered && interjected && { outbox, unanswered, interjected }) }
  return say(marked, { type: 'activity-end' }, limits)
}

/** Repeats the last input that the model received, as soon as it can be sent. */
export function askAgain(state: MachineState, limits: LiveLimits): Step {
  if (state.speaking || state.asked.items.length === 0) return { state, actions: [] }
  const outbox = append(state.outbox, state.asked.items, limits.bufferedAudioBytes)
  const next: MachineState = { ...state, outbox, asked: emptyOutbox, repeats: true, brokenOff: false }
  return next.phase === 'ready' ? flush(next, limits) : { state: next, actions: [] }
}

/** Sends queued items if possible. */
export function flush(state: ReadyState, limits: LiveLimits): Step {
  if (state.outbox.items.length === 0 || blocked(state)) return { state, actions: [] }
  const items = withoutTakenBack(state.outbox.items).flatMap((item) => stillWanted(item, state.calls))
  const turnIds = questionsOf(items)
  const repeating: readonly SessionAction[] = state.repeats || turnIds.length > 1 ? [{ type: 'repeating', turnIds }] : []
  const sent = sendAll({ ...state, outbox: emptyOutbox, repeats: false }, items, limits)
  return { state: sent.state, actions: [...repeating, ...sent.actions] }
}

/** Responses to calls that the model no longer knows, as text, so that it receives them at all. */
function answersAsText(answers: readonly ToolAnswer[]): string {
  const lines = answers.map(({ name, response }) => `Result of ${name}: ${JSON.stringify(response)}`)
  return ['The connection was renewed. These results of earlier function calls came in; do not call them again.', ...lines].join('\n')
}

/** What a session without the calls is owed: their results as text. */
export function withoutSound(item: Outgoing): readonly Outgoing[] {
  if (item.type !== 'tool-responses') return [item]
  const final = item.responses.filter((answer) => answer.willContinue !== true)
  return final.length === 0 ? [] : [{ type: 'text', text: answersAsText(final) }]
}

function pass(state: MachineState, item: Outgoing, limits: LiveLimits): Step {
  if (state.phase === 'ready' && state.outbox.items.length === 0 && !blocked(state)) return sendAll(state, [item], limits)
  return { state: { ...state, outbox: append(state.outbox, [item], limits.bufferedAudioBytes) }, actions: [] }
}

function sendAll(state: ReadyState, items: readonly Outgoing[], limits: LiveLimits): Step {
  const asks = items.some(isApproval)
  const interjects = (item: Outgoing): boolean => state.begun && item.type !== 'tool-responses'
  const [meant, interjected] = [items.filter((item) => !interjects(item)), items.filter(interjects)]
  return {
    state: {
      ...state,
      turnOpen: state.turnOpen || asks,
      unanswered: append(state.unanswered, meant, limits.bufferedAudioBytes),
      interjected: append(state.interjected, interjected, limits.bufferedAudioBytes),
    },
    actions: items.map((item) => ({ type: 'send', generation: state.generation, item })),
  }
}

function answer(state: MachineState, answers: readonly ToolAnswer[], limits: LiveLimits): Step {
  const wanted = answers.filter((one) => findCall(state.calls, one)?.status !== 'cancelled')
  const calls = wanted.reduce(markAnswered, state.calls)
  const known = wanted.filter((one) => findCall(state.calls, one) !== undefined)
  const orphans = wanted.filter((one) => findCall(state.calls, one) === undefined && one.willContinue !== true)
  let step: Step = { state: { ...state, calls }, actions: [] }
  if (known.length > 0) step = andThen(step, (now) => answerKnown(now, known, limits))
  if (orphans.length > 0) step = andThen(step, (now) => pass(now, { type: 'text', text: answersAsText(orphans) }, limits))
  return andThen(step, (now) => (now.phase === 'ready' ? flush(now, limits) : { state: now, actions: [] }))
}

/** Responses overtake items queued behind a blocking call, because those wait for them. */
function answerKnown(state: MachineState, answers: readonly ToolAnswer[], limits: LiveLimits): Step {
  const item: Outgoing = { type: 'tool-responses', responses: answers }
  if (state.phase === 'ready') return sendAll(state, [item], limits)
  return { state: { ...state, outbox: append(state.outbox, [item], limits.bufferedAudioBytes) }, actions: [] }
}

/** Whether what is said now reaches the model at once, and nothing said before it waits. */
export function isClear(state: MachineState): boolean {
  return state.phase === 'ready' && state.outbox.items.length === 0 && !blocked(state)
}

function blocked(state: ReadyState): boolean {
  return state.calls.some((call) => call.status === 'open' && !state.nonBlockingTools.includes(call.name))
}

/** Drops responses to calls that the server cancelled meanwhile. */
export function stillWanted(item: Outgoing, calls: readonly SeenCall[]): readonly Outgoing[] {
  if (item.type !== 'tool-responses') return [item]
  const responses = item.responses.filter((one) => findCall(calls, one)?.status !== 'cancelled')
  return responses.length === 0 ? [] : [{ ...item, responses }]
}

/** Finds the call by the model's id; calls without one are matched by name, the oldest open one first. */
function findCall(calls: readonly SeenCall[], { modelCallId, name }: ToolAnswer): SeenCall | undefined {
  if (modelCallId !== null) return calls.findLast((call) => call.id === modelCallId)
  const nameless = calls.filter((call) => call.id === null && call.name === name)
  const withStatus = (status: SeenCall['status']) => nameless.find((call) => call.status === status)
  return withStatus('open') ?? withStatus('waiting') ?? nameless.at(-1)
}

function markAnswered(calls: readonly SeenCall[], one: ToolAnswer): readonly SeenCall[] {
  const found = findCall(calls, one)
  const status = one.willContinue === true ? 'waiting' : 'answered'
  return calls.map((call) => (call === found ? { ...call, status } : call))
}

/** Adds the calls of a frame and marks those that the server cancels; unknown ids are ignored. */
export function noteCalls(
  seen: readonly SeenCall[],
  calls: readonly { readonly id: string | null; readonly name: string }[],
  cancelledIds: readonly string[],
): readonly SeenCall[] {
  if (calls.length === 0 && cancelledIds.length === 0) return seen
  // a call that is delivered twice counts once, or its second entry would never be answered
  const isKnown = (id: string | null): boolean => seen.some((call) => call.id === id && id !== null && call.status !== 'cancelled')
  const added = calls.filter(({ id }) => !isKnown(id)).map(({ id, name }): SeenCall => ({ id, name, status: 'open' }))
  return [...seen, ...added]
    .slice(-rememberedCalls)
    .map((call) => (call.id !== null && cancelledIds.includes(call.id) ? { ...call, status: 'cancelled' } : call))
}

/** Runs the next step on the resulting state. */
export function andThen(step: Step, next: (state: MachineState) => Step): Step {
  const following = next(step.state)
  return { state: following.state, actions: [...step.actions, ...following.actions] }
}
