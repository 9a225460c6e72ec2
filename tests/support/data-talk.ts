import type { QueryDetails } from '../../src/shared/data/query-details'
import type { DataSource } from '../../src/shared/data/source'
import type { JsonObject } from '../../src/shared/lib/json'
import { z } from '../../src/shared/lib/zod'
import { type QueryResult, queryResultSchema } from '../../src/shared/tools/query-result'
import { type InProcessApp, startInProcess } from './app-in-process'
import { builtDataFiles } from './data-files'
import { geminiAt } from './gemini-at'
import { importChosen } from './import-chosen'
import { paperDesktop } from './paper-desktop'
import { answerSetup, isObject, type ServerConnection, startScriptedLiveServer } from './scripted-live-server'
import { beginTalk, endTalk, sayFrame } from './speak-to-app'
import type { Way } from './tool-scene'

const responseSchema = z.object({
  toolResponse: z.object({
    functionResponses: z.array(z.object({ id: z.string(), response: z.looseObject({ status: z.string() }) })),
  }),
})
type Response = z.infer<typeof responseSchema>['toolResponse']['functionResponses'][number]['response']

/** The outcome of a call: the model's last response, and the card before the yes; null if it needed no approval. */
export interface Called {
  readonly told: Response
  readonly card: QueryDetails | null
}

/** The whole app in this process, with a model that calls what a test wants. */
export interface DataTalk {
  readonly app: InProcessApp
  open(conversationId: string): Promise<void>
  /** Asks the model, in text or by voice; it makes this call, and its approval is granted. */
  ask(conversationId: string, way: Way, name: string, args: JsonObject): Promise<Called>
  /** The same for a query whose result must be stored. */
  query(
    conversationId: string,
    way: Way,
    name: string,
    args: JsonObject,
  ): Promise<{ readonly result: QueryResult; readonly card: QueryDetails | null }>
  /** Adds a file of the user; resolves when it is read. */
  add(path: string): Promise<DataSource>
  close(): Promise<void>
}

export async function startDataTalk(): Promise<DataTalk> {
  let wanted: { readonly id: string; readonly name: string; readonly args: JsonObject } | null = null
  let chosen = ''
  let calls = 0
  const answers = new Map<string, Response>()

  function onMessage(connection: ServerConnection, message: unknown): void {
    answerSetup(connection, message)
    if (!isObject(message)) return
    const input = isObject(message.realtimeInput) ? message.realtimeInput : {}
    if (wanted !== null && ('clientContent' in message || 'activityEnd' in input)) {
      if ('activityEnd' in input) connection.send({ serverContent: { inputTranscription: { text: 'What do the rows say?' } } })
      connection.send({ toolCall: { functionCalls: [wanted] } })
      wanted = null
    }
    for (const { id, response } of responseSchema.safeParse(message).data?.toolResponse.functionResponses ?? []) {
      answers.set(id, response)
      if (response.status === 'waiting') continue
      connection.send({ serverContent: { outputTranscription: { text: 'There it is.' } } })
      connection.send({ serverContent: { generationComplete: true } })
      connection.send({ serverContent: { turnComplete: true } })
    }
  }

  const server = await startScriptedLiveServer({ onMessage })
  geminiAt(server.baseUrl)
  const app = await startInProcess({
    fixtures: [],
    environment: { GEMINI_API_KEY: 'a-key-for-tests' },
    dataFiles: await builtDataFiles(),
    desktop: paperDesktop({ chooseFile: () => Promise.resolve(chosen) }),
  })

  async function ask(conversationId: string, way: Way, name: string, args: JsonObject): Promise<Called> {
    calls += 1
    const id = `call-${calls}`
    const before = app.told('approval.changed').length
    wanted = { id, name, args }
    await app.call('conversation.open', { conversationId })
    if (way === 'typed') await app.call('text.send', { conversationId, text: 'What do the rows say?' })
    else {
      const talkId = await beginTalk(app)
      for (let frame = 0; frame < 20; frame += 1) await sayFrame(app, talkId, 16)
      await endTalk(app, talkId)
    }
    const ended = () => (answers.get(id)?.status ?? 'waiting') !== 'waiting'
    const question = () => app.told('approval.changed').slice(before).at(0)
    await app.until(() => question() !== undefined || ended())
    const asked = question()
    let card: QueryDetails | null = null
    if (asked !== undefined) {
      const { approvalId, inputHash, input } = asked
      if (name === 'execute_sql' || name === 'query_artifact')
        card = await app.call('query.describe', { toolName: name, conversationId, input })
      await app.call('approval.decide', { approvalId, inputHash, approved: true })
    }
    const spoken = () => app.told('stream.chunk').some(({ chunk }) => chunk.type === 'finish') && ended()
    await app.until(spoken)
    const told = answers.get(id)
    if (told === undefined) throw new Error('the model was told nothing')
    return { told, card }
  }

  return {
    app,
    ask,
    open: async (conversationId) => void (await app.call('conversation.open', { conversationId })),
    async query(conversationId, way, name, args) {
      const { told, card } = await ask(conversationId, way, name, args)
      const result = queryResultSchema.safeParse(told.result)
      if (!result.success) throw new Error(`no result was kept: ${JSON.stringify(told)}`)
      return { result: result.data, card }
    },
    async add(path) {
      chosen = path
      const [added = ''] = await importChosen(app, await app.call('source.choose', null))
      const now = () =>
        app
          .told('sources.changed')
          .at(-1)
          ?.sources.find(({ sourceId }) => sourceId === added)
      await app.until(() => now()?.state.kind === 'ready' || now()?.state.kind === 'failed')
      const source = now()
      if (source === undefined) throw new Error('the source is gone')
      return source
    },
    async close() {
      await app.remove()
      await server.close()
      geminiAt(null)
    },
  }
}
