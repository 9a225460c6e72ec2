import type { LossReason } from '../../shared/ipc/transport'
import type { AppState } from './app-state'
import { localNoticeId } from './local-notice'

/**
 * The page after it has lost its host: a single notice, and nothing that looks as if it still ran or could be answered.
 * Loaded messages and typed text stay.
 */
export function applyLoss(state: AppState, reason: LossReason): AppState {
  const kind = reason === 'gone' ? 'host-gone' : 'page-replaced'
  return {
    ...state,
    talk: { phase: 'idle' },
    statuses: Object.fromEntries(
      Object.entries(state.statuses).map(([conversationId, status]) => [
        conversationId,
        { ...status, session: { phase: 'off' }, activity: 'idle' },
      ]),
    ),
    approvals: {},
    elicitations: [],
    notices: [{ noticeId: localNoticeId(kind), conversationId: null, kind, cause: null, detail: '' }],
    // the banner is above the thread
    view: { name: 'thread' },
    questionsOpen: false,
    drawerOpen: false,
  }
}
