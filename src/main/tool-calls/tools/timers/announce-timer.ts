import { displayText } from '../../../../shared/messages/message'
import type { NoticeService } from '../../../lib/notices'
import { translatorFor } from '../../../lib/translations'
import type { NotifyAsChosen } from '../../../platform/notifications/notify-as-chosen'
import type { RungTimer } from './timer-service'

/** Dependencies of timer announcements. */
export interface TimerAnnouncement {
  readonly notices: Pick<NoticeService, 'list' | 'show'>
  readonly notify: NotifyAsChosen
  /** the language of the user, for example `ja` or `en-GB` */
  locale(): string
}

/** Announces that a timer is over: with a system notification if available, and with a notice that stays in the window. */
export function announceTimer({ notices, notify, locale }: TimerAnnouncement, { label, late }: RungTimer): void {
  const kind = late ? 'timer-missed' : 'timer-ended'
  const earlier = notices.list().find((notice) => notice.kind === kind)
  // a notice replaces an older one of its kind: no timer that rang may be lost
  const i18n = translatorFor(locale())
  const detail = earlier === undefined ? label : `${displayText(earlier.detail, i18n)} · ${label}`
  notices.show({ conversationId: null, kind, cause: null, detail })
  notify('timer', { title: i18n.t('notify.timer', { label }), body: i18n.t(late ? 'notify.timerMissed' : 'notify.timerEnded') })
}
