import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ClientToolLookup } from '../../src/shared/protocol/dialects/client-tool'
import { DONE, EVENT_STREAM_HEADERS, sseEvent } from '../../src/shared/protocol/dialects/sse'
import { answersOfContinuation, parseTanstackContinuation } from '../../src/shared/protocol/dialects/tanstack-continuation'
import type { TanstackChunk } from '../../src/shared/protocol/dialects/tanstack-events'
import { createTanstackWriter } from '../../src/shared/protocol/dialects/tanstack-legacy'
import { type ModelCall, OutsideConversation, type ScriptedTool } from './client-conversation'

/** A small server of the older TanStack contract: a stream that stays open, answers at `/continuation`. */
export interface TanstackServer {
  readonly url: string
  readonly chunks: readonly TanstackChunk[]
  readonly ran: readonly string[]
  /** Number of requested streams. */
  requests(): number
  close(): Promise<void>
}

export async function startTanstackServer(
  tools: { readonly [name: string]: ScriptedTool },
  model: readonly ModelCall[],
): Promise<TanstackServer> {
  const describe: ClientToolLookup = (name) => tools[name]
  const writer = createTanstackWriter({ now: () => 0, model: 'gemini', tools: describe })
  const chunks: TanstackChunk[] = []
  let stream: ServerResponse | null = null
  let requests = 0

  function send(told: readonly TanstackChunk[]): void {
    for (const chunk of told) {
      chunks.push(chunk)
      stream?.write(sseEvent(chunk))
      if (chunk.type === 'done' || chunk.type === 'error') stream?.end(DONE)
    }
  }

  const conversation = new OutsideConversation(tools, model, (placed) => send(writer.push(placed)))

  function take(body: string): number {
    const parsed = parseTanstackContinuation(JSON.parse(body))
    if (!parsed.ok) return 400
    const { answers, problems } = answersOfContinuation(parsed.value, writer.pending())
    if (problems.length > 0) return 409
    for (const answer of answers) if (answer.kind === 'approval' && answer.approved) send(writer.approved(answer.toolCallId))
    conversation.answer(answers)
    return 204
  }

  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/continuation') {
        response.writeHead(take(body)).end()
        return
      }
      requests += 1
      stream = response.writeHead(200, EVENT_STREAM_HEADERS)
      conversation.ask('Do it.')
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    chunks,
    ran: conversation.runs,
    requests: () => requests,
    close: () =>
      new Promise((closed) => {
        stream?.end()
        server.close(() => closed())
      }),
  }
}
