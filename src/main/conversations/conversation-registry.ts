import type { Fixture } from '../../shared/fixtures/fixture'
import { CallError } from '../../shared/ipc/router'
import type { ConversationSummary } from '../../shared/ipc/schemas'
import type { Credentials } from '../models/live/credentials'
import { makeReader } from '../models/read-aloud/make-reader'
import { beginWithWords } from '../replay/choose-recording'
import { createReplayStand, type ReplayStand } from '../replay/conversation-replay'
import { showSource } from '../replay/show-source'
import { createUnheardTeller } from '../replay/tell-unheard'
import type { StoredConversation } from '../storage/database/conversation-table'
import { createConversation } from './conversation'
import type { ConversationRegistryOptions } from './conversation-registry-options'
import type { ConversationRegistry } from './conversation-registry-types'
import type { Conversation } from './conversation-types'
import { createCurrentSpeech } from './current-speech'
import { filesToSend } from './files-to-send'
import { createModelLine, type ModelLine } from './model-connection'
import { heardAsUser } from './record-user-actions'
import { resumeStoredQuestions } from './resume-stored-questions'
import { createSessionNotices } from './session-notices'
import { summarize } from './summarize'

export type { ConversationRegistryOptions } from './conversation-registry-options'
export type { ConversationRegistry } from './conversation-registry-types'

interface Entry {
  readonly conversation: Conversation
  readonly replay: ReplayStand | null
  readonly line: ModelLine
  /** What opens its connections. */
  readonly credentials: Credentials
}

async function end({ conversation, replay }: Entry, questions: 'withdraw' | 'keep'): Promise<void> {
  await conversation.stopSession(questions)
  await replay?.close()
}

/** Makes the registry over the store. */
export function createConversationRegistry(options: ConversationRegistryOptions): ConversationRegistry {
  const { store, queue, emit, settings, notices } = options
  const entries = new Map<string, Entry>()
  let currentId: string | null = null
  let leaving: Promise<void> = Promise.resolve()

  function announce(): void {
    emit('conversation.list', {
      conversations: store.conversations.list().map((one) => summarize(one, queue)),
      currentConversationId: currentId,
    })
  }

  const tellOfCall = (toolCallId: string): void => {
    const summary = options.summaries.of(toolCallId)
    if (summary !== null) emit('call.decided', summary)
  }

  function stored(conversationId: string): StoredConversation {
    const found = store.conversations.get(conversationId)
    if (found === null) throw new CallError('conversation-unknown', 'This conversation does not exist any more. Choose another one.')
    return found
  }

  function get(conversationId: string): Conversation {
    return entry(conversationId).conversation
  }

  function entry(conversationId: string): Entry {
    const known = entries.get(conversationId)
    if (known !== undefined) return known
    stored(conversationId)
    const [firstFixture] = options.fixtures
    const replay = firstFixture === undefined ? null : createReplayStand(conversationId, firstFixture, get, options)
    const credentials = replay?.credentials(options.credentials) ?? options.credentials
    const line = createModelLine(conversationId, replay, { ...options, credentials })
    const conversation = heardAsUser(
      options.flight,
      createConversation({
        conversationId,
        store,
        judge: options.judge,
        queue,
        tools: options.tools,
        shelf: options.shelf,
        clock: options.clock,
        newId: options.newId,
        newConverter: () => options.trace.converter(conversationId, options.newId),
        emit,
        outside: options.outside?.(conversationId),
        createSession: (events) => line.createSession(options.trace.hearing(conversationId, events)),
        createReader: (events) => makeReader(options, events),
        approvalSeconds: () => settings().approvalSeconds,
        isLive: credentials.present,
        isSilent: () => settings().answers === 'text',
        isNonBlocking: (session, toolName) => line.isNonBlocking(session, toolName),
        onStatus: (status) => emit('conversation.status', status),
        onChanged: announce,
        onCallDecided: tellOfCall,
        ...createSessionNotices(conversationId, notices, options.log),
      }),
    )
    const made = { conversation, replay, line, credentials }
    entries.set(conversationId, made)
    showSource(made, options)
    return made
  }

  /** A conversation that a recording answers. */
  function replayed(conversationId: string): Entry & { readonly replay: ReplayStand } {
    const { replay, ...rest } = entry(conversationId)
    if (replay !== null && !rest.credentials.present()) return { ...rest, replay }
    throw new CallError('replay-off', 'No recording answers here: Gemini itself does.')
  }

  async function play(one: Entry, fixture: Fixture): Promise<void> {
    if (one.replay === null || one.replay.fixture() === fixture) return
    await one.conversation.stopSession('withdraw')
    await one.replay.choose(fixture)
    showSource(one, options)
  }

  function create(): ConversationSummary {
    const made = store.conversations.create(options.newId('conversation'), '')
    currentId = made.conversationId
    announce()
    return summarize(made, queue)
  }

  function createOutside(): ConversationSummary {
    const made = store.conversations.create(options.newId('conversation'), '')
    announce()
    return summarize(made, queue)
  }

  /** Nothing is read aloud any more, in whichever conversation. */
  function stopReading(): void {
    for (const { conversation } of entries.values()) conversation.stopReading()
  }

  const current = (): Conversation => get(currentId ?? create().conversationId)
  const tellUnheard = createUnheardTeller(options)
  const speech = createCurrentSpeech({
    current,
    onPrepare(conversationId) {
      stopReading()
      options.trace.mark(conversationId, 'key-down')
    },
    onEnd: (conversationId) => tellUnheard(conversationId, entries.get(conversationId)?.replay?.fixture() ?? null),
  })
  return {
    summaries: () => store.conversations.list().map((one) => summarize(one, queue)),
    statuses: () => [...entries.values()].map(({ conversation }) => conversation.status()),
    currentId: () => currentId,
    create,
    createOutside,
    open(conversationId) {
      const conversation = get(conversationId)
      currentId = conversationId
      announce()
      return conversation
    },
    get,
    current,
    ...speech.calls,
    tellOfCall,
    resumeQuestions(recovered) {
      resumeStoredQuestions({ recovered, queue, tools: options.tools, executions: store.executions, conversation: get })
    },
    summary: (conversationId) => summarize(stored(conversationId), queue),
    async chooseReplay(conversationId, fixtureId) {
      const fixture = options.fixtures.find((candidate) => candidate.fixtureId === fixtureId)
      if (fixture === undefined) throw new CallError('fixture-unknown', 'This recording does not exist any more. Choose another one.')
      const one = entry(conversationId)
      await one.conversation.stopSession('withdraw')
      await one.replay?.take(fixture)
      showSource(one, options)
    },
    readAloud(conversationId, messageId) {
      const conversation = get(conversationId)
      stopReading()
      return conversation.readAloud(messageId)
    },
    director: (conversationId) => replayed(conversationId).replay.director,
    recorded({ conversationId, toolName, input }) {
      const one = entries.get(conversationId)
      return one?.credentials.present() === false ? (one.replay?.director.recorded(toolName, input) ?? null) : null
    },
    async misbehave(conversationId, fault) {
      const { replay, ...one } = replayed(conversationId)
      await one.conversation.stopSession('withdraw')
      await replay.misbehave(fault)
      showSource({ ...one, replay }, options)
    },
    async sendText(conversationId, text, attachmentIds = []) {
      const one = entry(conversationId)
      const { conversation, replay, line } = one
      const files = filesToSend(store.attachments, conversationId, attachmentIds, line.typedWords())
      const words = { conversationId, text, chosen: replay?.fixture() ?? null, fixtures: options.fixtures, notices }
      const hasKey = options.credentials.present()
      const prompted = conversation.messages().length === 0 ? beginWithWords({ ...words, hasKey }) : undefined
      if (prompted !== undefined) await play(one, prompted)
      conversation.sendText(text, files)
      store.attachments.sent(conversationId, attachmentIds)
    },
    async sourceChanged() {
      for (const [conversationId, one] of entries) {
        for (const kind of ['not-recorded', 'not-heard'] as const) notices.clear(kind, conversationId)
        const failed = one.conversation.status().session.phase === 'failed'
        const saysMore = await one.conversation.leaveSource()
        await one.replay?.close()
        showSource(one, options)
        if (failed || saysMore) one.conversation.retry()
      }
    },
    rulesChanged() {
      for (const { conversation, line } of entries.values()) if (line.toolsDiffer()) conversation.renewSession()
    },
    setupChanged() {
      for (const { conversation } of entries.values()) conversation.renewSession()
    },
    setTypedWords(conversationId, typedWords) {
      store.conversations.setTypedWords(stored(conversationId).conversationId, typedWords)
      showSource(entry(conversationId), options)
    },
    showSources() {
      for (const one of entries.values()) showSource(one, options)
    },
    announce,
    async renew(conversationId, change) {
      const before = entry(conversationId)
      const recording = before.replay?.fixture()
      await end(before, 'withdraw')
      entries.delete(conversationId)
      speech.leave(before.conversation)
      store.sessionHandles.remove(conversationId)
      change()
      const anew = entry(conversationId)
      if (recording !== undefined) await play(anew, recording)
      announce()
    },
    async forget(conversationId) {
      const known = entries.get(conversationId)
      entries.delete(conversationId)
      if (currentId === conversationId) currentId = null
      if (known === undefined) return
      speech.leave(known.conversation)
      await end(known, 'withdraw')
    },
    release(conversationId) {
      const known = entries.get(conversationId)
      if (known === undefined) return true
      const { activity } = known.conversation.status()
      if (conversationId === currentId || speech.belongsTo(known.conversation) || activity !== 'idle') return false
      entries.delete(conversationId)
      leaving = Promise.all([leaving, end(known, 'keep')]).then(() => undefined)
      return true
    },
    async close() {
      for (const one of entries.values()) await end(one, 'keep')
      await leaving
    },
  }
}
