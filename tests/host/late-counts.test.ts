import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../../src/main/lib/system-clock'
import { textLimits } from '../../src/main/models/text/text-limits'
import { defaultSettings } from '../../src/shared/ipc/default-settings'
import type { Clock } from '../../src/shared/lib/clock'
import { answerCost } from '../../src/shared/usage/prices'
import { noTokens, tokenUsageOf } from '../../src/shared/usage/token-usage'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { geminiAt } from '../support/gemini-at'
import { httpServer } from '../support/http-server'
import { answerSetup, isObject, startScriptedLiveServer } from '../support/scripted-live-server'
import { tempFolder } from '../support/temp-folder'

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  geminiAt(null)
})

async function run(userDataFolder: string, clock: Clock = systemClock): Promise<InProcessApp> {
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' }, userDataFolder, clock })
  cleanups.push(() => app.stop())
  return app
}

/** Gemini answers each typed question; what an answer took comes in frames of its own, after the answer has ended. */
async function geminiCountsLate(): Promise<void> {
  const server = await startScriptedLiveServer({
    onMessage(connection, message) {
      answerSetup(connection, message)
      if (!isObject(message) || !(isObject(message.clientContent) || isObject(message.realtimeInput))) return
      connection.send({ serverContent: { outputTranscription: { text: 'Hello.' } } })
      connection.send({ serverContent: { turnComplete: true } })
      connection.send({ usageMetadata: { promptTokenCount: 812, responseTokenCount: 20, totalTokenCount: 832 } })
      connection.send({ usageMetadata: { responseTokenCount: 53, totalTokenCount: 865 } })
    },
  })
  cleanups.push(() => server.close())
  geminiAt(server.baseUrl)
}

const counts = { inputTokens: 812, outputTokens: 53, totalTokens: 865 }
const cost = { ...answerCost('gemini-3.8-live', tokenUsageOf(counts) ?? noTokens) }

it('token counts that come after the end of an answer are stored with it: tokens and cost are the same after a restart', async () => {
  await geminiCountsLate()
  const folder = tempFolder()
  const first = await run(folder)
  const { conversationId } = await first.call('conversation.create', null)
  await first.call('text.send', { conversationId, text: 'Hello?' })
  await first.until(() => first.told('conversation.status').at(-1)?.usage?.output.text === 53)
  const before = first.told('conversation.status').at(-1)
  const shown = first.told('stream.chunk').flatMap(({ chunk }) => (chunk.type === 'message-metadata' ? [chunk.messageMetadata] : []))
  expect(shown.at(-1)).toEqual({ usage: counts, cost })
  await first.stop()

  const app = await run(folder)
  const opened = await app.call('conversation.open', { conversationId })
  expect(opened.messages.at(-1)).toMatchObject({ role: 'assistant', metadata: { usage: counts, cost } })
  expect([opened.status.usage, opened.status.cost]).toEqual([before?.usage, before?.cost])
  expect(before?.cost?.dollars).toBe(cost.amount)
})

it('token counts of an answer that the user stopped are added, with its end and after it', async () => {
  let goOn = (): void => undefined
  const server = await startScriptedLiveServer({
    onMessage(connection, message) {
      answerSetup(connection, message)
      if (!isObject(message) || !(isObject(message.clientContent) || isObject(message.realtimeInput))) return
      connection.send({ serverContent: { outputTranscription: { text: 'Hello.' } } })
      goOn = () => {
        connection.send({ serverContent: { outputTranscription: { text: 'Unwanted.' } } })
        connection.send({
          serverContent: { turnComplete: true },
          usageMetadata: { promptTokenCount: 812, responseTokenCount: 20, totalTokenCount: 832 },
        })
        connection.send({ usageMetadata: { responseTokenCount: 53, totalTokenCount: 865 } })
      }
    },
  })
  cleanups.push(() => server.close())
  geminiAt(server.baseUrl)
  const app = await run(tempFolder())
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: 'Hello?' })
  await app.until(() => app.told('stream.chunk').some(({ role, chunk: { type } }) => role === 'assistant' && type === 'text-delta'))
  await app.call('turn.interrupt', { conversationId })
  goOn()
  await app.until(() => app.told('conversation.status').at(-1)?.usage?.output.text === 53)
  const { messages } = await app.call('conversation.open', { conversationId })
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', metadata: { usage: counts, cost } })
  expect(JSON.stringify(messages)).not.toContain('Unwanted')
})

/** A clock on which the moment that is left for late counts does not pass. */
const patient: Clock = {
  ...systemClock,
  after: (delayMs, task) => systemClock.after(delayMs === textLimits.lateCountsMs ? 3_600_000 : delayMs, task),
}

it('token counts of a written answer that the user stopped are stored with it; the stop waits for nothing, and ends the request', async () => {
  const responses: ServerResponse[] = []
  const say = (text: string, more: object = {}): void => {
    const candidates = [{ content: { role: 'model', parts: [{ text }] }, index: 0 }]
    responses.at(-1)?.write(`data: ${JSON.stringify({ candidates, responseId: 'response-1', ...more })}\r\n\r\n`)
  }
  geminiAt(
    await httpServer(({ method }, response) => {
      // the app also asks for the list of models, at any time
      if (method !== 'POST') {
        response.writeHead(404).end()
        return
      }
      responses.push(response)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      say('Hello.')
    }),
  )
  const app = await run(tempFolder(), patient)
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('conversation.replyModality', { conversationId, replyModality: 'text' })
  await app.call('text.send', { conversationId, text: 'Hello?' })
  const chunks = () => app.told('stream.chunk').flatMap(({ role, chunk }) => (role === 'assistant' ? [chunk] : []))
  await app.until(() => chunks().some(({ type }) => type === 'text-delta'))
  await app.call('turn.interrupt', { conversationId })
  await app.until(() => chunks().some(({ type }) => type === 'finish'))
  const [response] = responses
  if (response === undefined) throw new Error('nothing was requested')
  const closed = once(response, 'close')
  say('Unwanted.', { usageMetadata: { promptTokenCount: 812, candidatesTokenCount: 53, totalTokenCount: 865 } })
  await app.until(() => app.told('conversation.status').at(-1)?.usage?.output.text === 53)
  await closed
  const { messages } = await app.call('conversation.open', { conversationId })
  const written = { ...answerCost(defaultSettings.textModel, tokenUsageOf(counts) ?? noTokens) }
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', metadata: { usage: counts, cost: written } })
  expect(JSON.stringify(messages)).not.toContain('Unwanted')
})
