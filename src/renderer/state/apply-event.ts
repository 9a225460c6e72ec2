import type { Approval } from '../../shared/approvals/approval'
import type { CallReply, EventPayload } from '../../shared/ipc/contract'
import { foldAnswer, foldChunk } from '../../shared/protocol/fold'
import type { AppState, LoadedThread } from './app-state'
import { placedChunkOf } from './from-contract'

/** What a stream event did to a thread: `gap` means that chunks are missing and the conversation must be read again. */
export type StreamOutcome = { readonly kind: 'applied'; readonly state: AppState } | { readonly kind: 'ignored' } | { readonly kind: 'gap' }

/** Folds one chunk. Chunks that are already inside are ignored; a hole in the numbers is never papered over. */
export function applyChunk(state: AppState, event: EventPayload<'stream.chunk'>): StreamOutcome {
  const loaded = state.threads[event.conversationId]
  if (loaded === undefined || event.seq < loaded.nextSeq) return { kind: 'ignored' }
  if (event.seq > loaded.nextSeq) return { kind: 'gap' }
  return applied(state, event.conversationId, { thread: foldChunk(loaded.thread, placedChunkOf(event)), nextSeq: event.seq + 1 })
}

/** Folds main's patch of an approval, which is numbered like a chunk. */
export function applyAnswer(state: AppState, event: EventPayload<'stream.answer'>): StreamOutcome {
  const loaded = state.threads[event.conversationId]
  if (loaded === undefined || event.seq < loaded.nextSeq) return { kind: 'ignored' }
  if (event.seq > loaded.nextSeq) return { kind: 'gap' }
  const { messageId, approvalId, approved, reason } = event
  const thread = foldAnswer(loaded.thread, { messageId, approvalId, approved, reason })
  return applied(state, event.conversationId, { thread, nextSeq: event.seq + 1 })
}

function applied(state: AppState, conversationId: string, loaded: LoadedThread): StreamOutcome {
  return { kind: 'applied', state: { ...state, threads: { ...state.threads, [conversationId]: loaded } } }
}

/** Takes over everything main says at the start. */
export function applyBootstrap(state: AppState, reply: CallReply<'app.bootstrap'>): AppState {
  return {
    ...state,
    opening: { phase: 'ready' },
    installation: {
      version: reply.version,
      runtime: reply.runtime,
      operatingSystem: reply.operatingSystem,
      systemLocale: reply.systemLocale,
    },
    settings: reply.settings,
    key: reply.key,
    hotkey: reply.hotkey,
    talk: reply.talk,
    conversations: reply.conversations,
    currentConversationId: reply.currentConversationId,
    statuses: Object.fromEntries(reply.statuses.map((status) => [status.conversationId, status])),
    approvals: Object.fromEntries(reply.approvals.map((approval) => [approval.approvalId, approval])),
    fixtures: reply.fixtures,
    notices: reply.notices,
  }
}

/** Open questions, the one that ends first standing first. */
export function openQuestions(approvals: AppState['approvals']): readonly Approval[] {
  return Object.values(approvals)
    .filter((approval) => approval.state === 'requested')
    .sort((left, right) => left.expiresAt - right.expiresAt)
}
