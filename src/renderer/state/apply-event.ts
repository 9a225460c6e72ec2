import type { Approval } from '../../shared/approvals/approval'
import type { CallReply, EventPayload } from '../../shared/ipc/contract'
import { replayEvent, type ThreadEvent } from '../../shared/protocol/replay-guard'
import type { AppState } from './app-state'
import { earlyTextInto } from './early-text'
import { placedChunkOf } from './from-contract'

/**
 * The effect of a stream event on a thread: `gap` means that chunks are missing and the conversation must be read
 * again.
 */
export type StreamOutcome = { readonly kind: 'applied'; readonly state: AppState } | { readonly kind: 'ignored' } | { readonly kind: 'gap' }

/** Folds one chunk. Chunks that are already included are ignored; a gap in the numbers is always reported. */
export function applyChunk(state: AppState, event: EventPayload<'stream.chunk'>): StreamOutcome {
  return replayed(state, event.conversationId, { kind: 'chunk', seq: event.seq, placed: placedChunkOf(event) })
}

/** Folds main's change of an approval, which is numbered like a chunk. */
export function applyAnswer(state: AppState, event: EventPayload<'stream.answer'>): StreamOutcome {
  const { messageId, approvalId, approved, reason, seq } = event
  return replayed(state, event.conversationId, { kind: 'answer', seq, answer: { messageId, approvalId, approved, reason } })
}

function replayed(state: AppState, conversationId: string, event: ThreadEvent): StreamOutcome {
  const loaded = state.threads[conversationId]
  if (loaded === undefined) return { kind: 'ignored' }
  const outcome = replayEvent(loaded, event)
  if (outcome.kind === 'applied')
    return { kind: 'applied', state: { ...state, threads: { ...state.threads, [conversationId]: outcome.position } } }
  return { kind: outcome.kind === 'gap' ? 'gap' : 'ignored' }
}

/** Applies main's initial state. */
export function applyBootstrap(state: AppState, reply: CallReply<'app.bootstrap'>): AppState {
  return {
    ...state,
    opening: { phase: 'ready' },
    // a browser's user has already set up the host
    view: reply.settings.setUp !== 'done' && reply.platform === 'electron' ? { name: 'setUp' } : state.view,
    installation: {
      version: reply.version,
      runtime: reply.runtime,
      platform: reply.platform,
      operatingSystem: reply.operatingSystem,
      systemLocale: reply.systemLocale,
    },
    settings: reply.settings,
    key: reply.key,
    hotkey: reply.hotkey,
    talk: reply.talk,
    conversations: reply.conversations,
    currentConversationId: reply.currentConversationId,
    ...earlyTextInto(state, reply.currentConversationId),
    statuses: Object.fromEntries(reply.statuses.map((status) => [status.conversationId, status])),
    approvals: Object.fromEntries(reply.approvals.map((approval) => [approval.approvalId, approval])),
    fixtures: reply.fixtures,
    notices: reply.notices,
  }
}

/** Open approvals, the one that expires first at the head. */
export function openApprovals(approvals: AppState['approvals']): readonly Approval[] {
  return Object.values(approvals)
    .filter((approval) => approval.state === 'requested')
    .sort((left, right) => left.expiresAt - right.expiresAt)
}
