import type { EventName, EventPayload } from '../../shared/ipc/contract'
import type { Emit } from '../conversations/thread-writer'
import { visibleText } from '../native-question'
import type { Platform } from '../platform'
import type { NotifyAsChosen } from './notify-as-chosen'

/** What telling a user who looks elsewhere takes. */
export interface AwayNotificationsParts {
  readonly platform: Pick<Platform, 'windowFocused'>
  readonly notify: NotifyAsChosen
  /** the language of the user, for example `ja` or `en-GB` */
  locale(): string
  /** is it the conversation in the window? What other programs ask of others is theirs */
  isShown(conversationId: string): boolean
  /** of a private conversation nothing is left with the system */
  isPrivate(conversationId: string): boolean
}

const words = {
  en: {
    answer: 'The answer is there',
    unread: 'Open Parley to read it.',
    connection: 'The conversation was cut off',
    open: 'What was said is kept. Open Parley to see why, and to go on.',
    update: 'A newer Parley is ready',
    install: 'It takes the place of this one when you say so.',
  },
  ja: {
    answer: '答えができました',
    unread: 'Parleyを開くと読めます。',
    connection: '会話が切れました',
    open: '話した内容は保存されています。Parleyを開くと原因を確認して続けられます。',
    update: '新しいParleyの準備ができました',
    install: '指示があったときに入れ替わります。',
  },
} as const

/** So much of an answer a notification says. */
const mostCharacters = 160

/** What is known of a conversation's turn. */
interface Turn {
  busy: boolean
  failed: boolean
  /** something of it sounds: who hears it need not be told */
  sounded: boolean
  text: string
}

/**
 * Sends to the page, and tells with a notification what happens while the user looks elsewhere: an answer in writing is done, a
 * session has ended for good, a newer version is ready. A click leads there.
 */
export function tellWhileAway(emit: Emit, { platform, notify, locale, isShown, isPrivate }: AwayNotificationsParts): Emit {
  const turns = new Map<string, Turn>()
  const turnOf = (conversationId: string): Turn => {
    const turn = turns.get(conversationId) ?? { busy: false, failed: false, sounded: false, text: '' }
    turns.set(conversationId, turn)
    return turn
  }
  const say = () => words[locale().toLowerCase().startsWith('ja') ? 'ja' : 'en']
  const leadTo = (conversationId: string) => ({
    clicked: () => emit('link.opened', { kind: 'conversation', conversationId }),
    pressed: () => undefined,
  })

  const hear: { readonly [Name in EventName]?: (payload: EventPayload<Name>) => void } = {
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
      if (turn.failed && !hadFailed) notify('connection', { title: say().connection, body: say().open }, leadTo(conversationId))
      else if (wasBusy && !turn.busy && !turn.failed && !sounded && text.trim() !== '') {
        const body = isPrivate(conversationId) ? say().unread : visibleText(shortened(text))
        notify('answer', { title: say().answer, body }, leadTo(conversationId))
      }
    },
    'notice.shown'({ kind }) {
      if (kind !== 'update-ready' || platform.windowFocused()) return
      const listener = { clicked: () => emit('link.opened', { kind: 'settings', section: 'about' }), pressed: () => undefined }
      notify('update', { title: say().update, body: say().install }, listener)
    },
  }
  return (name, payload) => {
    emit(name, payload)
    hear[name]?.(payload)
  }
}

function shortened(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length < mostCharacters ? line : `${line.slice(0, mostCharacters - 1)}…`
}
