import type { SessionState } from '../../shared/ipc/schemas'
import { tell } from '../../shared/told/tell'
import type { Logger } from '../lib/log/logger'
import type { NoticeBoard } from '../lib/notices'

/** Tells the user, and the log, of what befalls the session of one conversation. */
export interface SessionNotices {
  onSessionState(state: SessionState): void
  onMalformed(): void
}

/** A failure is shown until the session does something else. */
export function createSessionNotices(conversationId: string, notices: NoticeBoard, log: Logger): SessionNotices {
  return {
    onSessionState(state) {
      log.info('session', { phase: state.phase, cause: state.phase === 'failed' ? state.cause : undefined })
      if (state.phase === 'failed') notices.show({ conversationId, kind: 'session-failed', cause: state.cause, detail: state.detail })
      else if (state.phase !== 'off') notices.clear('session-failed', conversationId)
    },
    onMalformed() {
      const detail = tell('frame-unreadable')
      notices.show({ conversationId, kind: 'malformed-frames', cause: null, detail })
    },
  }
}
