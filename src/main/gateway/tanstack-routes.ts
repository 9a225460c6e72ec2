import type { ServerResponse } from 'node:http'
import type { GatewayClient } from '../../shared/gateway/gateway-client'
import type { JsonValue } from '../../shared/lib/json'
import { isJsonObject } from '../../shared/lib/json-value'
import { toPlainJson } from '../../shared/lib/plain-json'
import { RecentMap } from '../../shared/lib/recent-map'
import { z } from '../../shared/lib/zod'
import { type SaidContent, saidContent } from '../../shared/protocol/dialects/said-content'
import { DONE, EVENT_STREAM_HEADERS, lastEventId, sseEvent } from '../../shared/protocol/dialects/sse'
import {
  answersOfContinuation,
  parseTanstackContinuation,
  type TanstackContinuation,
} from '../../shared/protocol/dialects/tanstack-continuation'
import { checkedFiles } from './checked-file'
import { clientToolLookup } from './client-bridge'
import type { ClientThread } from './client-thread'
import { openEventStream } from './event-stream'
import type { GatewayContext } from './gateway-context'
import { isFinal } from './known-message'
import { saidBefore } from './place-in-thread'
import { checked, type GatewayRequest, HttpProblem, type Route, sendJson, sentHead } from './routes'
import { askAgain, failureMessage, goBack, problemText, sendUserText } from './send-user-text'
import { createShownResults } from './shown-results'
import { readerLeft } from './stop-answer'
import { createTanstackRun, type TanstackRun } from './tanstack-run'

const id = z.string().min(1).max(200)
const dataSchema = z.looseObject({
  run_id: id.optional(),
  runId: id.optional(),
  conversation_id: id.optional(),
  conversationId: id.optional(),
  /** The page's tools that the client runs itself; left out: all of them. */
  clientTools: z.array(id).max(100).optional(),
})

/** What `fetchServerSentEvents` of `@tanstack/ai-client` 0.2 posts. */
export const tanstackRequestSchema = z.looseObject({
  messages: z
    .array(z.looseObject({ role: z.string(), content: z.unknown().optional(), parts: z.unknown().optional() }))
    .min(1)
    .max(10_000),
  data: dataSchema.nullish(),
})

/** What a message says, in the form of a model message or of a UI message. */
function saidIn({ content, parts }: z.infer<typeof tanstackRequestSchema>['messages'][number]): SaidContent | null {
  return saidContent(toPlainJson(content ?? parts))
}

/** The request of the older chat contract: `run_id` is the thread, and is sent again with each message. */
export const contractRequestSchema = z.looseObject({
  run_id: id.nullish(),
  messages: tanstackRequestSchema.shape.messages,
  data: dataSchema.nullish(),
  /** The page's tools that the client runs itself; left out: all of them. */
  clientTools: z.array(id).max(100).optional(),
})

/** Whether a body of `POST /api/chat` is one of the older contract: the AI SDK always sends the id of its chat. */
export function isContractRequest(body: JsonValue): boolean {
  return isJsonObject(body) && body.id === undefined && body.messages !== undefined
}

/** The runs of all clients. */
interface Runs {
  begin(client: GatewayClient, thread: ClientThread, runId: string): TanstackRun
  /**
   * The run, including runs from before a restart: their approvals are stored, and results go to whoever resumes the run. Throws
   * `HttpProblem` if it is not known.
   */
  of(client: GatewayClient, runId: string | null): TanstackRun
}

function createRuns(context: GatewayContext): Runs {
  const { registry, threads, answers, queue, clock } = context
  const running = new RecentMap<TanstackRun>(1000)
  const isOf = ({ thread }: TanstackRun, conversationId: string): boolean => thread.conversationId === conversationId

  context.idle.keep({
    isBusy: (conversationId) => [...running.entries()].some(([, run]) => isOf(run, conversationId) && run.readers > 0),
    release(conversationId) {
      for (const [key, run] of [...running.entries()]) if (isOf(run, conversationId)) running.delete(key)
    },
  })
  function begin(client: GatewayClient, thread: ClientThread, runId: string): TanstackRun {
    context.idle.used(thread.conversationId)
    const run = createTanstackRun({
      thread,
      tools: clientToolLookup(context.toolBox, thread.runs),
      model: registry.get(thread.conversationId).status().model,
      now: clock.now,
      mayAnswer: (toolName) => answers.mayAnswer(client, toolName),
      contractRunId: threads.find(client, 'contract', runId) === null ? null : runId,
      shown: createShownResults(context, client, thread.conversationId),
      callOf: (approvalId) => queue.get(approvalId)?.toolCallId ?? null,
    })
    // the thread of the older chat contract goes on in a new stream
    running.get(`${client.clientId} ${runId}`)?.fail('Another message was sent in this run.')
    running.set(`${client.clientId} ${runId}`, run)
    return run
  }

  return {
    begin,
    of(client, runId) {
      const conversationId = runId === null ? null : threads.find(client, 'run', runId)
      if (runId === null || conversationId === null)
        throw new HttpProblem(404, 'unknown-run', 'This run is not known, or its time is over.')
      const known = running.get(`${client.clientId} ${runId}`)
      if (known !== undefined) return known
      const thread = context.bridge.thread(conversationId)
      const run = begin(client, thread, runId)
      // the run has neither an approval nor a client call left: nothing would ever arrive
      if (answers.pending(thread).length === 0) run.fail('This run was cut off when Parley was closed. Ask again.')
      run.giveAgain(thread.given(), registry.get(conversationId).messages())
      return run
    },
  }
}

/** Streams a run to the response; a resumed one from the event after `after`. */
function stream(
  context: GatewayContext,
  client: GatewayClient,
  response: ServerResponse,
  run: TanstackRun,
  runId: string,
  after: number | null,
): void {
  const { answers, clock, limits, streams } = context
  // a client that chose an id which no header can hold knows it
  const named = /^[ -~]+$/.test(runId) ? { 'x-run-id': runId } : {}
  const events = openEventStream(response, { ...EVENT_STREAM_HEADERS, ...named }, { clock, limits })
  // the older client treats every line but `data:` as broken, so ids are only sent to those that resume a run
  const numbered = after !== null
  run.readers += 1
  const leave = run.recorder.follow(after ?? 0, {
    onEvent: ({ event, seq }) => events.write(numbered ? sseEvent(run.shown(event), seq) : sseEvent(run.shown(event))),
    onDone() {
      events.write(DONE)
      events.end()
    },
  })
  events.caughtUp()
  const unlisten = run.thread.listen({
    onStatus({ session }) {
      if (session.phase === 'failed' && run.recorder.lastSeq === 0) run.fail(failureMessage(session))
    },
  })
  const release = streams.taken(client.clientId, events.cut)
  events.onClose((whole) => {
    run.readers -= 1
    release()
    unlisten()
    leave()
    if (whole) return
    // an approval keeps a run alive without readers; an unread answer must not run forever
    readerLeft(
      context,
      response,
      run.thread.conversationId,
      () => run.readers === 0 && !run.recorder.isDone && answers.pending(run.thread).length === 0,
    )
  })
}

/** The thread of a new run, after what its messages leave out was taken back. */
async function threadOfRun(
  context: GatewayContext,
  client: GatewayClient,
  runId: string,
  { messages, data }: Pick<z.infer<typeof tanstackRequestSchema>, 'messages' | 'data'>,
): Promise<{ readonly thread: ClientThread; readonly before: ReturnType<typeof saidBefore> }> {
  const { threads, clock, limits } = context
  if (threads.find(client, 'run', runId) !== null) throw new HttpProblem(409, 'run-known', 'There is a run of this id. Take another one.')
  const conversationId = threads.open(client, 'chat', data?.conversation_id ?? data?.conversationId ?? runId)
  threads.bind(client, 'run', runId, conversationId, clock.now() + limits.run)
  const thread = context.bridge.thread(conversationId)
  thread.clientRuns(data?.clientTools === undefined ? null : new Set(data.clientTools))
  return goneBack(context, thread, messages)
}

/** The same for a thread that is known. */
async function goneBack(
  context: GatewayContext,
  thread: ClientThread,
  messages: z.infer<typeof tanstackRequestSchema>['messages'],
): Promise<{ readonly thread: ClientThread; readonly before: ReturnType<typeof saidBefore> }> {
  const { registry } = context
  const { conversationId } = thread
  const shown = messages.map((message) => ({ id: '', role: message.role, text: saidIn(message)?.text ?? '' }))
  const before = saidBefore(shown, registry.get(conversationId).messages())
  await goBack(context, thread, before)
  return { thread, before }
}

/** Answers `POST /api/chat` of the older chat contract. */
export type AnswerContract = (asked: GatewayRequest, body: JsonValue) => Promise<void>

function createAnswerContract(context: GatewayContext, runs: Runs): AnswerContract {
  const { answers, threads, streams, newId, clock, limits } = context

  return async ({ client, response }, body) => {
    const asked = checked(contractRequestSchema, body)
    streams.check(client.clientId)
    const runId = asked.run_id ?? asked.data?.run_id ?? newId('run')
    const conversationId = threads.open(client, 'chat', runId)
    const thread = context.bridge.thread(conversationId)
    threads.bind(client, 'contract', runId, conversationId, null)
    threads.bind(client, 'run', runId, conversationId, clock.now() + limits.run)
    const clientTools = asked.clientTools ?? asked.data?.clientTools
    thread.clientRuns(clientTools === undefined ? null : new Set(clientTools))
    const last = asked.messages.at(-1)
    const said = last?.role === 'user' ? saidIn(last) : null
    // the client goes on by itself, after answers that came by /api/continuation
    if (said === null) {
      const run = answers.pending(thread).length > 0 ? runs.of(client, runId) : runs.begin(client, thread, runId)
      if (answers.pending(thread).length === 0) run.finish()
      stream(context, client, response, run, runId, null)
      return
    }
    const { files, problem } = checkedFiles(said.files)
    const { before } = await goneBack(context, thread, asked.messages)
    const run = runs.begin(client, thread, runId)
    const send = () => (before === null ? sendUserText(context, thread, said.text, files) : askAgain(context, thread))
    if (problem !== null) run.fail(problem)
    else await send().catch((error: unknown) => run.fail(problemText(error)))
    stream(context, client, response, run, runId, null)
  }
}

/** The routes of both older contracts. */
export interface TanstackRoutes {
  readonly routes: readonly Route[]
  readonly answerContract: AnswerContract
}

/** Whether every call that is answered here has ended: an answer came too late, or twice, and the stream says what happened. */
function isOver({ registry }: GatewayContext, conversationId: string, { approvals, toolResults }: TanstackContinuation): boolean {
  const parts = registry
    .get(conversationId)
    .messages()
    .flatMap((message) => message.parts)
  const ended = new Set(
    parts.flatMap((part) => (part.type === 'dynamic-tool' && isFinal(part.state) ? [part.toolCallId, part.approval?.id ?? ''] : [])),
  )
  return [...approvals.map(({ approvalId }) => approvalId), ...toolResults.map(({ toolCallId }) => toolCallId)].every((id) => ended.has(id))
}

/** The seed's TanStack contract: one stream per run; answers arrive by another request. A run belongs to a conversation, and ends. */
export function createTanstackRoutes(context: GatewayContext): TanstackRoutes {
  const runs = createRuns(context)
  return { routes: tanstackRoutes(context, runs), answerContract: createAnswerContract(context, runs) }
}

function tanstackRoutes(context: GatewayContext, runs: Runs): readonly Route[] {
  const { answers, streams, newId } = context

  return [
    {
      method: 'POST',
      path: '/api/tanstack/chat',
      scope: 'chat',
      async handle({ client, response, body }) {
        const asked = checked(tanstackRequestSchema, await body())
        streams.check(client.clientId)
        const last = asked.messages.at(-1)
        const said = last?.role === 'user' ? saidIn(last) : null
        if (said === null) throw new HttpProblem(400, 'no-words', 'The last message has to be one of the user.')
        const { files, problem } = checkedFiles(said.files)
        const runId = asked.data?.run_id ?? asked.data?.runId ?? newId('run')
        const { thread, before } = await threadOfRun(context, client, runId, asked)
        const run = runs.begin(client, thread, runId)
        const send = () => (before === null ? sendUserText(context, thread, said.text, files) : askAgain(context, thread))
        if (problem !== null) run.fail(problem)
        else await send().catch((error: unknown) => run.fail(problemText(error)))
        stream(context, client, response, run, runId, null)
      },
    },
    {
      method: 'GET',
      path: '/api/tanstack/chat',
      scope: 'chat',
      handle({ client, request, response, query }) {
        const runId = query.get('run_id')
        const run = runs.of(client, runId)
        streams.check(client.clientId)
        if (sentHead(request, response, EVENT_STREAM_HEADERS)) return
        stream(context, client, response, run, runId ?? '', lastEventId(request.headers['last-event-id']?.toString()) ?? 0)
      },
    },
    {
      method: 'POST',
      path: '/api/continuation',
      scope: 'chat',
      async handle({ client, response, body }) {
        const parsed = parseTanstackContinuation(await body())
        if (!parsed.ok) throw new HttpProblem(400, parsed.error.code, parsed.error.message)
        const { thread, isContract } = runs.of(client, parsed.value.runId)
        const read = answersOfContinuation(parsed.value, answers.pending(thread))
        const { taken, problems } = answers.take(
          client,
          thread,
          read.answers.map((answer) => ({ answer })),
        )
        const words = [...read.problems, ...problems]
        const isLate = isContract && isOver(context, thread.conversationId, parsed.value)
        if (taken === 0 && !isLate) throw new HttpProblem(409, 'nothing-counts', words[0] ?? 'Nothing in this request is waited for.')
        sendJson(
          response,
          200,
          isContract ? { status: 'ok', ...(words.length > 0 && { problems: words }) } : { accepted: taken, problems: words },
        )
      },
    },
  ]
}
