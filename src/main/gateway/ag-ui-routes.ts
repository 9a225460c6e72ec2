import type { Approval } from '../../shared/approvals/approval'
import type { GatewayClient } from '../../shared/gateway/gateway-client'
import { RecentMap } from '../../shared/lib/recent-map'
import type { AgUiEvent } from '../../shared/protocol/dialects/ag-ui-events'
import { approvalInterrupt, outputInterrupt, outputInterruptId } from '../../shared/protocol/dialects/ag-ui-interrupts'
import { type AgUiRequest, answersOfResume, parseRunAgentInput } from '../../shared/protocol/dialects/ag-ui-request'
import {
  asksForJsonLines,
  EVENT_STREAM_HEADERS,
  JSON_LINES_HEADERS,
  JSON_LINES_KEEP_ALIVE,
  jsonLine,
  lastEventId,
  STREAM_OPEN,
  sseEvent,
} from '../../shared/protocol/dialects/sse'
import { tanstackThread } from '../../shared/protocol/dialects/tanstack-thread'
import { addToLog } from '../lib/log/log-context'
import { answerable, ignoredEvents, isAnswered, missedResults, reportedOutputs, snapshotOf, tellStored } from './ag-ui-catch-up'
import { type Agent, createAgUiThread } from './ag-ui-thread'
import { isBareYes } from './chat-request'
import { checkedFiles } from './checked-file'
import { clientToolLookup } from './client-bridge'
import { openEventStream } from './event-stream'
import type { GatewayContext } from './gateway-context'
import { saidBefore } from './place-in-thread'
import { type GatewayRequest, HttpProblem, type Route, sendJson, sentHead } from './routes'
import { askAgain, failureMessage, goBack, problemText, sendUserText } from './send-user-text'
import { createShownResults } from './shown-results'
import { readerLeft } from './stop-answer'
import { clientFileAddress } from './stored-tail'

/**
 * What TanStack's client requests when its page opens: the thread so far, the active run, and what waits for the client. `runningId`:
 * the active run. A new id replaces the requested run, which nobody remembers after a restart.
 */
function hydration(
  { registry, threads, bridge, answers, queue, toolBox, attachments, newId }: GatewayContext,
  client: GatewayClient,
  threadId: string,
  runningId: (conversationId: string) => string | null,
): object {
  const conversationId = threads.find(client, 'chat', threadId)
  if (conversationId === null) return { messages: [], activeRun: null, interrupts: null }
  const thread = bridge.thread(conversationId)
  const tools = clientToolLookup(toolBox, thread.runs)
  const shown = createShownResults({ toolBox, registry }, client, conversationId)
  const runId = runningId(conversationId)
  const interrupted = newId('run')
  const pending = answers.pending(thread).flatMap((call) => {
    if (call.approvalId === null) return [outputInterrupt(call, interrupted, tools(call.toolName))]
    const expiresAt = new Date(queue.get(call.approvalId)?.expiresAt ?? 0).toISOString()
    return answers.mayAnswer(client, call.toolName)
      ? [approvalInterrupt(call, call.approvalId, interrupted, tools(call.toolName), expiresAt)]
      : []
  })
  return {
    messages: tanstackThread(registry.get(conversationId).messages().map(shown.message), (file) =>
      clientFileAddress(attachments, conversationId, file),
    ),
    activeRun: runId === null ? null : { runId },
    interrupts: pending.length === 0 ? null : { runId: interrupted, pending },
  }
}

/** The header of a client that reports the outputs of its own tools as messages of the role `tool`, and answers no interrupts for them. */
const TOOL_RESULTS = 'x-tool-results'

const failedToBegin = 'Parley could not begin this run. Send it again.'

/** The agents of all clients, by conversation. */
interface Agents {
  /** The client's agent of this thread; created if there is none. */
  of(client: GatewayClient, threadId: string): Agent
  known(conversationId: string): Agent | undefined
}

function createAgents(context: GatewayContext): Agents {
  const { threads, answers, queue, newId } = context
  const agents = new Map<string, Agent>()

  context.idle.keep({
    isBusy(conversationId) {
      const runs = agents.get(conversationId)?.runs
      return runs !== undefined && (runs.isRead() || runs.isRunning())
    },
    release(conversationId) {
      agents.get(conversationId)?.runs.close()
      agents.delete(conversationId)
    },
  })

  return {
    known: (conversationId) => agents.get(conversationId),
    of(client, threadId) {
      const conversationId = threads.open(client, 'chat', threadId)
      context.idle.used(conversationId)
      const known = agents.get(conversationId)
      if (known !== undefined) return known
      const thread = context.bridge.thread(conversationId)
      const made: Agent = {
        client,
        thread,
        runs: createAgUiThread({
          thread,
          newId,
          threadId,
          tools: clientToolLookup(context.toolBox, thread.runs),
          mayAnswer: (toolName) => answers.mayAnswer(client, toolName),
          shown: createShownResults(context, client, conversationId),
          callOf: (approvalId) => queue.get(approvalId)?.toolCallId ?? null,
          expiresAt(approvalId) {
            const approval = queue.get(approvalId)
            return approval === null ? undefined : new Date(approval.expiresAt).toISOString()
          },
        }),
      }
      agents.set(conversationId, made)
      return made
    },
  }
}

function isRunning(approval: Approval | null): boolean {
  return approval?.state === 'approved' || approval?.state === 'executing'
}

/** Begins a run with the user's words, or with answers to what waits for the client. */
async function begin(context: GatewayContext, agent: Agent, asked: AgUiRequest): Promise<void> {
  const { registry, answers } = context
  const { thread, runs, client } = agent
  const { runId, parentRunId } = asked
  const opening = (): readonly AgUiEvent[] => [...ignoredEvents(context, asked), ...missedResults(context, agent, asked)]
  const pending = answers.pending(thread)
  const read = answersOfResume(asked.resume, pending)
  const given = [...read.answers, ...reportedOutputs(asked, pending)].map((answer) => ({ answer }))
  const before = saidBefore(asked.thread, registry.get(thread.conversationId).messages())
  // an answer comes with the whole thread, which may end with words that were said before
  const said = asked.resume.length > 0 && before !== null ? null : asked.said
  if (said !== null) {
    if (given.length > 0) answers.take(client, thread, given)
    const { files, problem } = checkedFiles(said.files)
    await goBack(context, thread, before)
    runs.begin(runId, parentRunId, opening())
    const words = () => (before === null ? sendUserText(context, thread, said.text, files) : askAgain(context, thread))
    if (problem !== null) runs.fail(runId, problem)
    else await words().catch((error: unknown) => runs.fail(runId, problemText(error)))
    return
  }
  const isConnecting = asked.resume.length === 0 && given.length === 0
  runs.begin(runId, parentRunId, opening())
  const { taken, problems } = answers.take(client, thread, given)
  const tell = (): void => {
    runs.begin(runId, parentRunId, isConnecting ? [...opening(), snapshotOf(context, agent, asked)] : opening())
    tellStored(context, agent, asked, isConnecting)
  }
  if (taken === 0) {
    const words = [...read.problems, ...problems]
    if (isConnecting || isAnswered(context, agent, asked)) runs.whenIdle(tell)
    else runs.fail(runId, words[0] ?? 'Nothing in this request is waited for.')
    return
  }
  if (runs.isRunning() && runs.runningId() !== runId) {
    // the turn goes on in a response that had begun before, and may end with it
    const isUnderWay = ({ answer }: (typeof given)[number]): boolean => isRunning(context.queue.ofCall(answer.toolCallId))
    runs.whenIdle(() => (given.some(isUnderWay) ? runs.begin(runId, parentRunId, opening()) : tell()))
    return
  }
  // the answer is a bare yes to a call that the client runs: the turn waits for its output, which a run of its own reports
  const [bare] = pending.filter((call) => thread.runs(call.toolName) && isBareYes(given, call.toolCallId))
  const runsElsewhere = given.some(
    ({ answer }) =>
      !isBareYes(given, answer.toolCallId) || !pending.some((call) => call.toolCallId === answer.toolCallId && thread.runs(call.toolName)),
  )
  if (bare !== undefined && !runsElsewhere && !runs.isRunning()) runs.askAgain(bare.messageId, answerable(context, agent))
}

/** Streams a run to the response, from the event after `after`. A run that nobody reads any more is interrupted after a while. */
function stream(
  context: GatewayContext,
  { client, thread, runs }: Agent,
  { request, response }: Pick<GatewayRequest, 'request' | 'response'>,
  runId: string,
  after: number,
): void {
  const { clock, limits, streams } = context
  const lines = asksForJsonLines(request.headers.accept)
  const events = lines
    ? openEventStream(response, JSON_LINES_HEADERS, { clock, limits, keepAlive: JSON_LINES_KEEP_ALIVE })
    : openEventStream(response, EVENT_STREAM_HEADERS, { clock, limits })
  events.write(lines ? JSON_LINES_KEEP_ALIVE : STREAM_OPEN)
  let began = after > 0
  const leave = runs.read(runId, after, {
    onEvent(event, number) {
      began = true
      events.write(lines ? jsonLine(event, number) : sseEvent(event, number))
    },
    onDone: events.end,
  })
  events.caughtUp()
  const unlisten = thread.listen({
    onStatus({ session }) {
      if (!began && session.phase === 'failed') runs.fail(runId, failureMessage(session))
    },
  })
  const release = streams.taken(client.clientId, events.cut)
  events.onClose((whole) => {
    release()
    unlisten()
    leave()
    if (!whole) readerLeft(context, response, thread.conversationId, () => !runs.isRead() && runs.isRunning())
  })
}

/** Whether a request answers what still waits. CopilotKit does so under the id of the run that was interrupted. */
function answersOpenInterrupt({ answers }: GatewayContext, { thread }: Agent, { resume }: AgUiRequest): boolean {
  const open = answers.pending(thread).map(({ approvalId, toolCallId }) => approvalId ?? outputInterruptId(toolCallId))
  return resume.some(({ interruptId }) => open.includes(interruptId))
}

/** `POST /api/ag-ui`: AG-UI runs, for `@ag-ui/client` and for today's TanStack AI. `GET` resumes an active run. */
export function agUiRoutes(context: GatewayContext): readonly Route[] {
  const { streams } = context
  const agents = createAgents(context)
  /** runId → agent, for clients that send only the run id */
  const byRun = new RecentMap<Agent>(1000)

  return [
    {
      method: 'POST',
      path: '/api/ag-ui',
      scope: 'chat',
      async handle({ client, request, response, body }) {
        const asked = parseRunAgentInput(await body())
        if (!asked.ok) throw new HttpProblem(400, asked.error.code, asked.error.message)
        streams.check(client.clientId)
        const agent = agents.of(client, asked.value.threadId)
        const { runId } = asked.value
        addToLog({ runId })
        const after = lastEventId(request.headers['last-event-id']?.toString())
        if (answersOpenInterrupt(context, agent, asked.value)) agent.runs.reuse(runId)
        if (!agent.runs.knows(runId)) {
          // known from here on: the same request may come again before this one has begun
          agent.runs.expect(runId)
          agent.runs.clientTools(asked.value.tools, request.headers[TOOL_RESULTS] === 'messages')
          agent.thread.clientRuns(new Set(asked.value.tools.map(({ name }) => name)))
          try {
            await begin(context, agent, asked.value)
          } catch (error) {
            agent.runs.giveUp(runId, failedToBegin)
            throw error
          }
          byRun.set(`${client.clientId} ${runId}`, agent)
        }
        stream(context, agent, { request, response }, runId, after ?? 0)
      },
    },
    {
      method: 'GET',
      path: '/api/ag-ui',
      scope: 'chat',
      handle({ client, request, response, query }) {
        const runId = query.get('runId') ?? ''
        const threadId = query.get('threadId')
        if (runId === '' && threadId !== null) {
          sendJson(
            response,
            200,
            hydration(context, client, threadId, (one) => agents.known(one)?.runs.runningId() ?? null),
          )
          return
        }
        streams.check(client.clientId)
        const agent = byRun.get(`${client.clientId} ${runId}`)
        if (agent?.runs.knows(runId) !== true || agents.known(agent.thread.conversationId) === undefined)
          throw new HttpProblem(404, 'unknown-run', 'This run is not known any more.')
        if (sentHead(request, response, asksForJsonLines(request.headers.accept) ? JSON_LINES_HEADERS : EVENT_STREAM_HEADERS)) return
        stream(context, agent, { request, response }, runId, lastEventId(request.headers['last-event-id']?.toString()) ?? 0)
      },
    },
  ]
}
