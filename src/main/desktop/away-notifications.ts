import type { PlainKey } from '../../shared/i18n/language-file'
import type { EventBus } from '../lib/event-bus'
import { translatorFor } from '../lib/translations'
import { visibleText } from '../platform/native-prompt'
import type { NotifyAsChosen } from '../platform/notifications/notify-as-chosen'
import type { Platform } from '../platform/platform'

/** Dependencies of notifications while the user looks elsewhere. */
export interface AwayNotificationsOptions {
  readonly eventBus: EventBus
  readonly platform: Pick<Platform, 'windowFocused'>
  readonly notify: NotifyAsChosen
  /** the language of the user, for example `ja` or `en-GB` */
  locale(): string
  /** whether it is the conversation in the window; conversations between other programs and their users are theirs */
  isShown(conversationId: string): boolean
  /** nothing of a private conversation may stay with the system */
  isPrivate(conversationId: string): boolean
}

/** The longest excerpt of an answer in a notification. */
const mostCharacters = 160

/** State of a conversation's turn. */
interface Turn {
  busy: boolean
  failed: boolean
  /** its sound is playing: the user hears it and needs no notification */
  sounded: boolean
  text: string
}

/**
 * Shows a notification for events while the user looks elsewhere: a written answer is complete, a session has ended for good, or a
 * newer version is ready. A click leads there.
 */
export function notifyWhileAway({ eventBus, platform, notify, locale, isShown, isPrivate }: AwayNotificationsOptions): void {
  const { emit } = eventBus
  const turns = new Map<string, Turn>()
  const turnOf = (conversationId: string): Turn => {
    const turn = turns.get(conversationId) ?? { busy: false, failed: false, sounded: false, text: '' }
    turns.set(conversationId, turn)
    return turn
  }
  const say = (key: PlainKey): string => translatorFor(locale()).t(key)
  const leadTo = (conversationId: string) => ({
    clicked: () => emit('link.opened', { kind: 'conversation', conversationId }),
    pressed: () => undefined,
  })

  eventBus.listen({
    'stream.chunk'({ conversationId, role, chunk }) {
      if (role !== 'assistant') return
      const turn = turnOf(conversationId)
      if (chunk.type === 'start') turn.text = ''
      if (chunk.type === 'text-delta' && typeof chunk.delta === 'string' && turn.text.length < mostCharacters) turn.text += chunk.delta
    },
    'playback.pcm'({ conversationId }) {
      turnOf(conversationId).sounded = true
    },
    'conversation.status'({ conversationId, activity, session }) {
      const turn = turnOf(conversationId)
      const { busy: wasBusy, failed: hadFailed, sounded, text } = turn
      turn.failed = session.phase === 'failed'
      turn.busy = activity !== 'idle'
      if (!wasBusy && turn.busy) turn.sounded = false
      if (platform.windowFocused() || !isShown(conversationId)) return
      if (turn.failed && !hadFailed)
        notify('connection', { title: say('notify.connection'), body: say('notify.connectionLine') }, leadTo(conversationId))
      else if (wasBusy && !turn.busy && !turn.failed && !sounded && text.trim() !== '') {
        const body = isPrivate(conversationId) ? say('notify.unread') : visibleText(shortened(text))
        notify('answer', { title: say('notify.answer'), body }, leadTo(conversationId))
      }
    },
    'notice.shown'({ kind }) {
      if (kind !== 'update-ready' || platform.windowFocused()) return
      const listener = { clicked: () => emit('link.opened', { kind: 'settings', section: 'about' }), pressed: () => undefined }
      notify('update', { title: say('notify.update'), body: say('notify.updateLine') }, listener)
    },
  })
}

function shortened(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length < mostCharacters ? line : `${line.slice(0, mostCharacters - 1)}…`
}
