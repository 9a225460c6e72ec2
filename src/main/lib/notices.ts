import type { Notice } from '../../shared/ipc/schemas'
import type { NewId } from '../../shared/lib/ids'
import { changeValues } from '../../shared/messages/message'
import { redact } from '../../shared/text/redact'
import type { Emit } from './emit'

/** The notices that the user has not dismissed yet. */
export interface NoticeService {
  list(): readonly Notice[]
  /** One notice per kind and conversation: a newer one replaces the older. Details are redacted here. */
  show(notice: Omit<Notice, 'noticeId'>): void
  dismiss(noticeId: string): void
  /** Removes a notice whose cause is gone. */
  clear(kind: Notice['kind'], conversationId: string | null): void
}

/** Creates the service without notices. */
export function createNoticeService(newId: NewId, emit: Emit): NoticeService {
  let notices: readonly Notice[] = []

  function remove(gone: (notice: Notice) => boolean): void {
    for (const notice of notices.filter(gone)) emit('notice.gone', { noticeId: notice.noticeId })
    notices = notices.filter((notice) => !gone(notice))
  }

  function clear(kind: Notice['kind'], conversationId: string | null): void {
    remove((notice) => notice.kind === kind && notice.conversationId === conversationId)
  }

  return {
    list: () => notices,
    show(notice) {
      clear(notice.kind, notice.conversationId)
      const shown = { ...notice, noticeId: newId('notice'), detail: changeValues(notice.detail, redact) }
      notices = [...notices, shown]
      emit('notice.shown', shown)
    },
    dismiss(noticeId) {
      remove((notice) => notice.noticeId === noticeId)
    },
    clear,
  }
}
