import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { acceptedContent, createMcpHandler, inputRequired, McpServer, type McpServerFactory } from '@modelcontextprotocol/server'
import { onTestFinished } from 'vitest'
import { z } from '../../src/shared/lib/zod'

/** The address of a server that speaks the protocol of 2026-07-28 and no earlier one, over HTTP. */
export async function modernServer(factory: McpServerFactory = askingServer): Promise<string> {
  const handler = createMcpHandler(factory, { legacy: 'reject' })
  const server = createServer((request, response) => {
    void requestOf(request)
      .then((asked) => handler.fetch(asked))
      .then(async (answer) => {
        response.writeHead(answer.status, Object.fromEntries(answer.headers))
        for await (const chunk of answer.body ?? []) response.write(chunk)
        response.end()
      })
  }).listen(0, '127.0.0.1')
  onTestFinished(async () => {
    await handler.close()
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}/mcp`
}

async function requestOf(request: IncomingMessage): Promise<Request> {
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const { method = 'GET' } = request
  return new Request(`http://127.0.0.1${request.url}`, { method, headers, ...(method === 'POST' && { body: await text(request) }) })
}

const answerSchema = z.object({ name: z.string() })

/** A server whose calls are answered with questions: `greet` with a form, `visit` with a page, `insist` without end. */
export function askingServer(): McpServer {
  const server = new McpServer({ name: 'modern', version: '1.0.0' })
  const form = { message: 'Who are you?', requestedSchema: answerSchema }
  const says = (words: string) => ({ content: [{ type: 'text' as const, text: words }] })
  server.registerTool('greet', { inputSchema: z.object({}) }, (_, { mcpReq }) => {
    const answer = acceptedContent(mcpReq.inputResponses, 'who', answerSchema)
    if (answer !== undefined) return says(`Hello, ${answer.name}. State: ${mcpReq.requestState()}`)
    if (mcpReq.inputResponses !== undefined) return says('Then not.')
    return inputRequired({ inputRequests: { who: inputRequired.elicit(form) }, requestState: ' stäte \u0000 "1" ' })
  })
  server.registerTool('visit', { inputSchema: z.object({}) }, (_, { mcpReq }) => {
    if (mcpReq.inputResponses !== undefined) return says(JSON.stringify(mcpReq.inputResponses))
    return inputRequired({ inputRequests: { page: inputRequired.elicitUrl({ message: 'Look', url: 'https://example.com/a' }) } })
  })
  server.registerTool('insist', { inputSchema: z.object({}) }, () => inputRequired({ inputRequests: { who: inputRequired.elicit(form) } }))
  return server
}
