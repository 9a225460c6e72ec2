import type { Clock } from '../../shared/lib/clock'
import type { EventBus } from '../lib/event-bus'
import { translatorFor } from '../lib/translations'
import type { NotifyAsChosen } from '../platform/notifications/notify-as-chosen'
import type { Disposable, Platform } from '../platform/platform'

/** Dependencies. */
export interface ElicitationNotificationsOptions {
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
export function notifyElicitations({ eventBus, platform, notify, clock, locale }: ElicitationNotificationsOptions): void {
  const showing = new Map<string, Disposable>()
  const known = new Set<string>()
  eventBus.listen({
    'elicitations.changed'({ elicitations }) {
      for (const [elicitationId, notification] of [...showing]) {
        if (elicitations.some((one) => one.elicitationId === elicitationId)) continue
        notification.dispose()
        showing.delete(elicitationId)
      }
      for (const { elicitationId, server, request, conversationId, expiresAt } of elicitations) {
        if (known.has(elicitationId)) continue
        known.add(elicitationId)
        if (platform.windowFocused()) continue
        const i18n = translatorFor(locale())
        const texts = { title: i18n.t(`elicitation.${request.kind}`, { server }), body: i18n.t('notify.question') }
        const clicked = () => eventBus.emit('link.opened', { kind: 'conversation', conversationId })
        const lastsMs = Math.max(1, expiresAt - clock.now())
        showing.set(elicitationId, notify('question', { ...texts, buttons: [], lastsMs }, { clicked, pressed: () => undefined }))
      }
    },
  })
}
