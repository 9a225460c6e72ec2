import type { Clock } from '../../shared/lib/clock'
import type { EventBus } from '../lib/event-bus'
import { translatorFor } from '../lib/translations'
import type { NotifyAsChosen } from '../platform/notifications/notify-as-chosen'
import type { Disposable, Platform } from '../platform/platform'

/** Dependencies. */
export interface ServerQuestionNotificationsOptions {
  readonly eventBus: EventBus
  readonly platform: Pick<Platform, 'windowFocused'>
  readonly notify: NotifyAsChosen
  readonly clock: Clock
  /** the language of the user, for example `ja` or `en-GB` */
  locale(): string
}

/**
 * Shows a notification for each question of a server while the user looks elsewhere. It names the server and repeats none of its words. It
 * takes no answer: a click leads to the card.
 */
export function notifyServerQuestions({ eventBus, platform, notify, clock, locale }: ServerQuestionNotificationsOptions): void {
  const showing = new Map<string, Disposable>()
  const known = new Set<string>()
  eventBus.listen({
    'serverQuestions.changed'({ questions }) {
      for (const [questionId, notification] of [...showing]) {
        if (questions.some((one) => one.questionId === questionId)) continue
        notification.dispose()
        showing.delete(questionId)
      }
      for (const { questionId, server, request, conversationId, expiresAt } of questions) {
        if (known.has(questionId)) continue
        known.add(questionId)
        if (platform.windowFocused()) continue
        const i18n = translatorFor(locale())
        const texts = { title: i18n.t(`serverQuestion.${request.kind}`, { server }), body: i18n.t('notify.question') }
        const clicked = () => eventBus.emit('link.opened', { kind: 'conversation', conversationId })
        const lastsMs = Math.max(1, expiresAt - clock.now())
        showing.set(questionId, notify('question', { ...texts, buttons: [], lastsMs }, { clicked, pressed: () => undefined }))
      }
    },
  })
}
