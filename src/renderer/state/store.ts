import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../../shared/ipc/client'
import type { CallReply } from '../../shared/ipc/contract'
import type { Result } from '../../shared/lib/result'
import { threadFromMessages } from '../../shared/protocol/fold'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { isHandsFree } from '../../shared/talk/talk-facts'
import { loadLanguage } from '../i18n/languages'
import { chooseLanguage } from '../i18n/translate'
import { type AppState, initialState } from './app-state'
import { applyAnswer, applyBootstrap, applyChunk, type StreamOutcome } from './apply-event'
import { applyLoss } from './apply-loss'
import { createConversationList } from './conversation-list'
import { earlierMessages } from './earlier-messages'
import { earlyTextInto } from './early-text'
import { messagesOf } from './from-contract'
import { listenForData } from './listen-for-data'
import type { RememberedLook } from './remembered-look'
import { translatorOf } from './selectors'
import { withoutSpokenSentence } from './spoken-sentence'
import { unusedConversation } from './unused-conversation'
import { wordedClient } from './worded-client'

type OpenReply = Result<CallReply<'conversation.open'>>

/** The page's state and its connection to main. */
export interface AppStore {
  readonly api: StoreApi<AppState>
  readonly client: Client
  /**
   * Loads the initial state from main and opens the current conversation, creating one if there is none. May be called
   * again after a failure.
   */
  start(): Promise<void>
  /** Reads a conversation from main and makes it the current one. */
  open(conversationId: string): Promise<void>
  /**
   * Reads a conversation by another call that returns it, such as one that shows another branch. A refusal changes
   * nothing.
   */
  reread(conversationId: string, ask: () => Promise<OpenReply>): Promise<Result<unknown>>
  /** Opens an unused conversation, creating one if there is none. */
  create(): Promise<void>
  /** Removes all listeners. */
  dispose(): void
}

type Apply = (state: AppState) => StreamOutcome

/** The threads of the page, as they are read from main and as they grow. */
interface ThreadReads {
  /** Applies a stream event, or keeps it for after the reading of its conversation that is under way. */
  take(conversationId: string, apply: Apply): void
  /** Main answers with messages and the next number in one step, so chunks that overtake the answer are inside it or follow it. */
  read(conversationId: string): Promise<void>
  /** The same by another call that gives the conversation. What main refuses changes nothing. */
  readBy(conversationId: string, ask: () => Promise<OpenReply>): Promise<OpenReply>
  isReading(): boolean
}

function createThreadReads(api: StoreApi<AppState>, client: Client, untilDrawn: () => Promise<void>): ThreadReads {
  /** Conversations being read, with the stream events that came meanwhile. */
  const reading = new Map<string, Apply[]>()
  /** Long threads whose end is shown while what stands before it is read, with the stream events since. */
  const filling = new Map<string, Apply[]>()

  const take = (conversationId: string, apply: Apply) => {
    const early = reading.get(conversationId)
    if (early !== undefined) {
      early.push(apply)
      return
    }
    filling.get(conversationId)?.push(apply)
    const outcome = apply(api.getState())
    if (outcome.kind === 'applied') api.setState(outcome.state)
    else if (outcome.kind === 'gap') void read(conversationId)
  }

  const read = async (conversationId: string): Promise<void> => {
    if (reading.has(conversationId)) return
    const reply = await readBy(conversationId, () => client.call('conversation.open', { conversationId }))
    if (reply.ok) return
    api.setState((state) => ({ openFailures: { ...state.openFailures, [conversationId]: reply.error.message } }))
  }

  const readBy = async (conversationId: string, ask: () => Promise<OpenReply>): Promise<OpenReply> => {
    const early: Apply[] = []
    reading.set(conversationId, early)
    filling.delete(conversationId)
    const reply = await ask()
    const newest = reply.ok ? messagesOf(reply.value) : []
    const unread = reply.ok ? reply.value.earlier : 0
    // a visible thread is replaced as a whole: its reader may be anywhere in it
    const isShown = api.getState().threads[conversationId] !== undefined
    const before = isShown && unread > 0 ? await earlierMessages(client, conversationId, newest, () => true) : null
    reading.delete(conversationId)
    if (!reply.ok) {
      for (const apply of early) take(conversationId, apply)
      return reply
    }
    const loaded = { thread: threadFromMessages([...(before ?? []), ...newest]), nextSeq: reply.value.nextSeq }
    api.setState((state) => ({
      threads: { ...state.threads, [conversationId]: loaded },
      unread: { ...state.unread, [conversationId]: before === null ? unread : 0 },
      openFailures: without(state.openFailures, conversationId),
      forks: { ...state.forks, [conversationId]: reply.value.forks },
      calls: { ...state.calls, ...Object.fromEntries(reply.value.calls.map((call) => [call.toolCallId, call])) },
      statuses: { ...state.statuses, [conversationId]: reply.value.status },
    }))
    if (before === null && unread > 0) void fill(conversationId, newest, reply.value.nextSeq)
    for (const apply of early) take(conversationId, apply)
    return reply
  }

  /** Puts what stands before the end of a long thread there; what came meanwhile is applied to the whole once more. */
  const fill = async (conversationId: string, newest: readonly UIMessage[], nextSeq: number): Promise<void> => {
    const since: Apply[] = []
    filling.set(conversationId, since)
    // the reader sees the end of the thread first
    await untilDrawn()
    const before = await earlierMessages(client, conversationId, newest, () => filling.get(conversationId) === since)
    if (before === null || filling.get(conversationId) !== since) return
    filling.delete(conversationId)
    if (api.getState().threads[conversationId] === undefined) return
    const whole = { thread: threadFromMessages([...before, ...newest]), nextSeq }
    api.setState((state) => ({
      threads: { ...state.threads, [conversationId]: whole },
      unread: without(state.unread, conversationId),
    }))
    for (const apply of since) take(conversationId, apply)
  }

  return { take, read, readBy, isReading: () => reading.size > 0 }
}

/** Applies what main reports. Returns the ways to stop. */
function followMain(client: Client, api: StoreApi<AppState>, threads: ThreadReads): readonly (() => void)[] {
  const { take, read } = threads
  return [
    client.on('stream.chunk', (event) => take(event.conversationId, (state) => applyChunk(state, event))),
    client.on('stream.answer', (event) => take(event.conversationId, (state) => applyAnswer(state, event))),
    client.on('conversation.status', (status) =>
      api.setState((state) => ({ statuses: { ...state.statuses, [status.conversationId]: status } })),
    ),
    client.on('conversation.rewound', ({ conversationId }) => {
      if (api.getState().threads[conversationId] !== undefined) void read(conversationId)
    }),
    client.onLost((reason) => api.setState((state) => applyLoss(state, reason))),
    client.on('talk.state', (talk) =>
      api.setState((state) => ({
        talk,
        // hands-free was turned on elsewhere
        ...(isHandsFree(talk) && !isHandsFree(state.talk) && { microphoneMuted: false }),
        ...withoutSpokenSentence(state, talk),
      })),
    ),
    client.on('hotkey.state', (hotkey) => api.setState({ hotkey })),
    client.on('approval.changed', (approval) =>
      api.setState((state) => ({ approvals: { ...state.approvals, [approval.approvalId]: approval } })),
    ),
    client.on('elicitations.changed', ({ elicitations }) => api.setState({ elicitations })),
    client.on('call.decided', (call) => api.setState((state) => ({ calls: { ...state.calls, [call.toolCallId]: call } }))),
    client.on('rule.made', ({ toolCallId, ruleId }) =>
      api.setState((state) => ({ madeRules: { ...state.madeRules, [toolCallId]: ruleId } })),
    ),
    client.on('rules.changed', ({ rules }) => api.setState({ rules })),
    // an import that a page before this one began ends without a word to it
    client.on('history.importing', ({ percent }) =>
      api.setState((state) => (state.importPercent === null ? {} : { importPercent: percent })),
    ),
    client.on('tools.changed', ({ tools }) => api.setState({ tools })),
    client.on('settings.changed', (settings) => api.setState({ settings })),
    client.on('key.changed', (key) => api.setState({ key })),
    client.on('notice.shown', (notice) =>
      api.setState((state) => ({ notices: [...state.notices.filter((one) => one.noticeId !== notice.noticeId), notice] })),
    ),
    ...listenForData(client, api),
    client.on('notice.gone', ({ noticeId }) =>
      api.setState((state) => ({ notices: state.notices.filter((one) => one.noticeId !== noticeId) })),
    ),
  ]
}

/**
 * Makes the store and begins to listen, so that nothing is missed between the first event and the first answer. `remembered`: how the window
 * looked last. `untilDrawn` resolves when what was shown last has been painted.
 */
export function createAppStore(
  main: Client,
  remembered: RememberedLook | null = null,
  untilDrawn: () => Promise<void> = () => Promise.resolve(),
): AppStore {
  const api = createStore<AppState>(() => initialState(remembered))
  const client = wordedClient(main, () => translatorOf(api.getState()))
  const threads = createThreadReads(api, client, untilDrawn)
  const list = createConversationList(client, (next) => api.setState(({ conversations }) => ({ conversations: next(conversations) })))
  /** The current conversation as main said it last: only a change of its mind moves the page. */
  let mainCurrent: string | null = null

  /** `atStart`: what the user has opened meanwhile stays open. */
  const open = async (conversationId: string, atStart = false) => {
    api.setState((state) => ({
      currentConversationId: conversationId,
      ...earlyTextInto(state, conversationId),
      ...(!atStart && { drawerOpen: false }),
      view: atStart || state.view.name === 'setUp' ? state.view : { name: 'thread' },
      dataPanel: conversationId === state.currentConversationId ? state.dataPanel : null,
    }))
    await threads.read(conversationId)
  }

  const create = async (atStart = false) => {
    const unused = unusedConversation(api.getState())
    if (unused !== null) return open(unused, atStart)
    const reply = await client.call('conversation.create', null)
    if (!reply.ok) return api.setState({ opening: { phase: 'failed', message: reply.error.message } })
    const summary = reply.value
    api.setState((state) => ({
      conversations: [summary, ...state.conversations.filter((one) => one.conversationId !== summary.conversationId)],
    }))
    await open(summary.conversationId, atStart)
  }

  const stops = [
    ...followMain(client, api, threads),
    client.on('conversation.list', ({ currentConversationId, ...change }) => {
      list.change(change)
      if (currentConversationId === mainCurrent) return
      mainCurrent = currentConversationId
      const shown = api.getState().currentConversationId
      if (currentConversationId !== null && currentConversationId !== shown && !threads.isReading()) void open(currentConversationId)
    }),
  ]

  return {
    api,
    client,
    async start() {
      api.setState({ opening: { phase: 'loading' } })
      const reply = await client.call('app.bootstrap', null)
      if (!reply.ok) return api.setState({ opening: { phase: 'failed', message: reply.error.message } })
      // the first render already uses its language
      await loadLanguage(chooseLanguage(reply.value.settings.language, reply.value.systemLocale))
      mainCurrent = reply.value.currentConversationId
      api.setState((state) => applyBootstrap(state, reply.value))
      list.begin({ conversations: reply.value.conversations, next: reply.value.nextConversations })
      const first = reply.value.currentConversationId ?? reply.value.conversations.find(({ archived }) => !archived)?.conversationId ?? null
      if (first === null) await create(true)
      else await open(first, true)
    },
    open: (conversationId) => open(conversationId),
    reread: threads.readBy,
    create: () => create(),
    dispose() {
      for (const stop of stops) stop()
    },
  }
}

function without<Value>(record: { readonly [key: string]: Value }, key: string): { readonly [key: string]: Value } {
  const { [key]: _gone, ...others } = record
  return others
}
