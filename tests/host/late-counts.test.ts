import { afterEach, expect, it } from 'vitest'
import { answerCost } from '../../src/shared/usage/prices'
import { noTokens, tokenUsageOf } from '../../src/shared/usage/token-usage'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { geminiAt } from '../support/gemini-at'
import { answerSetup, isObject, startScriptedLiveServer } from '../support/scripted-live-server'
import { tempFolder } from '../support/temp-folder'

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  geminiAt(null)
})

async function run(userDataFolder: string): Promise<InProcessApp> {
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' }, userDataFolder })
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
