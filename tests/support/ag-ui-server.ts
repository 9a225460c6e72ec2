import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { countingIds } from '../../src/shared/lib/ids'
import { createAgUiWriter } from '../../src/shared/protocol/dialects/ag-ui'
import type { AgUiEvent } from '../../src/shared/protocol/dialects/ag-ui-events'
import { answersOfResume, parseRunAgentInput } from '../../src/shared/protocol/dialects/ag-ui-request'
import type { ClientToolLookup } from '../../src/shared/protocol/dialects/client-tool'
import { EVENT_STREAM_HEADERS, sseEvent } from '../../src/shared/protocol/dialects/sse'
import { type ModelCall, OutsideConversation, type ScriptedTool } from './client-conversation'

/** A small AG-UI server on loopback with one conversation. */
export interface AgUiServer {
  readonly url: string
  /** The events of each request. */
  readonly responses: readonly (readonly AgUiEvent[])[]
  readonly problems: readonly string[]
  /** Server tools in the order in which they ran. */
  readonly ran: readonly string[]
  close(): Promise<void>
}

export async function startAgUiServer(
  tools: { readonly [name: string]: ScriptedTool },
  model: readonly ModelCall[],
  describe: ClientToolLookup = (name) => tools[name],
): Promise<AgUiServer> {
  const writer = createAgUiWriter({ newId: countingIds(), threadId: 'thread-1', tools: describe })
  let events: AgUiEvent[] = []
  const conversation = new OutsideConversation(tools, model, (placed) => void events.push(...writer.push(placed)))
  const responses: AgUiEvent[][] = []
  const problems: string[] = []

  function answer(body: unknown): readonly AgUiEvent[] {
    events = []
    const parsed = parseRunAgentInput(body)
    if (!parsed.ok) throw new Error(parsed.error.message)
    const { runId, parentRunId, resume, said } = parsed.value
    writer.nextRun({ runId, parentRunId: parentRunId ?? undefined })
    if (said !== null) conversation.ask(said.text)
    else {
      const read = answersOfResume(resume, writer.pending())
      problems.push(...read.problems)
      for (const given of read.answers) if (given.kind === 'approval' && given.approved) writer.approved(given.toolCallId)
      conversation.answer(read.answers)
      const waiting = conversation.openMessageId
      if (events.length === 0 && waiting !== undefined) events.push(...writer.askAgain(waiting))
    }
    responses.push(events)
    return events
  }

  const server = createServer((request, response) => {
    void text(request).then((body) => {
      response.writeHead(200, EVENT_STREAM_HEADERS)
      for (const [index, event] of answer(JSON.parse(body)).entries()) response.write(sseEvent(event, index + 1))
      response.end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    responses,
    problems,
    ran: conversation.runs,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}
