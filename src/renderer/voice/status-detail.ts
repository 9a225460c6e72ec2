import type { ConversationStatus, SessionState, TalkState } from '../../shared/ipc/schemas'
import { assertNever } from '../../shared/lib/assert-never'
import type { ShownState } from '../../shared/talk/shown-state'
import { isHandsFree, isTalking } from '../../shared/talk/talk-facts'
import type { Translator } from '../i18n/translate'
import { clockTime } from '../ui/format'
import type { TalkKey } from './talk-key'

/** From then on the line says that the wait is long and how to end it. */
const LONG_WAIT_SECONDS = 15

/** The inputs of the second line. `keys` is the talk key as text; `question` the open approval of this conversation. */
export interface SecondLineFacts {
  readonly state: ShownState
  readonly status: ConversationStatus | undefined
  readonly talk: TalkState
  readonly talkKey: TalkKey
  readonly keys: string
  readonly runningTool: string | null
  readonly question: string | null
  readonly narrow: boolean
  /** Parley’s voice is muted. */
  readonly muted: boolean
  /** Hands-free is paused: its microphone is muted. */
  readonly microphoneMuted: boolean
  /** In hands-free mode, a voice is enough to interrupt. */
  readonly voiceInterrupts: boolean
  readonly now: number
}

/** The line below the state word: what is happening, or what to do next. */
export function secondLine(facts: SecondLineFacts, i18n: Translator): string {
  const { state, status, talk, talkKey, keys, now } = facts
  switch (state) {
    case 'off':
      if (facts.microphoneMuted) return i18n.t('line.off.muted')
      if (status?.awaitsSpeech === true) return i18n.t('line.awaitsSpeech')
      if (facts.narrow) return i18n.t(talkKey.mode === 'hold' ? 'line.off.holdShort' : 'line.off.toggleShort', { keys })
      if (talkKey.mode === 'hold') return i18n.t(talkKey.global ? 'line.off.hold' : 'line.off.holdWindow', { keys })
      return i18n.t(talkKey.global ? 'line.off.toggle' : 'line.off.toggleWindow', { keys })
    case 'connecting':
      if (talk.phase === 'arming') return i18n.t('line.arming')
      if (talk.phase === 'open' && !talk.handsFree.ready) return i18n.t('handsFree.preparing')
      if (isTalking(talk)) return i18n.t('line.connecting.speak')
      return i18n.t(status?.replay === null || status === undefined ? 'line.connecting.wait' : 'line.connecting.replay')
    case 'listening': {
      if (talk.phase === 'tail') return i18n.t('line.tail')
      if (talk.phase === 'open') return i18n.t(status?.awaitsSpeech === true ? 'line.awaitsSpeech' : 'handsFree.line')
      const time = clockTime(talk.phase === 'idle' ? 0 : now - talk.since)
      if (status?.session.phase === 'failed') return i18n.t('line.listening.failed', { time })
      if (isHandsFree(talk) && isTalking(talk) && !talk.held) return i18n.t('handsFree.talking', { time })
      if (isTalking(talk) && !talk.held) return i18n.t('line.listening.free', { time })
      if (facts.narrow || talkKey.mode !== 'hold') return i18n.t('line.listening.heldShort', { time })
      return i18n.t('line.listening.held', { keys, time })
    }
    case 'thinking': {
      const seconds = Math.floor((now - (status?.activitySince ?? now)) / 1000)
      const tool = facts.runningTool
      if (status?.session.phase === 'ready' && status.session.stalledAt !== undefined) {
        return i18n.t('line.stalled', { seconds: Math.max(0, Math.floor((now - status.session.stalledAt) / 1000)) })
      }
      if (tool !== null)
        return seconds >= 2 ? i18n.t('line.thinking.toolSeconds', { tool, seconds }) : i18n.t('line.thinking.tool', { tool })
      if (seconds >= LONG_WAIT_SECONDS) return i18n.t('line.thinking.long', { seconds })
      return seconds >= 2 ? i18n.t('line.thinking.seconds', { seconds }) : i18n.t('line.thinking')
    }
    case 'speaking':
      if (isHandsFree(talk) && facts.voiceInterrupts && !facts.muted) return i18n.t('handsFree.speaking')
      return i18n.t(facts.muted ? 'line.speakingMuted' : 'line.speaking')
    case 'waiting':
      return facts.question ?? i18n.t('line.waiting')
    case 'reconnecting':
      return reconnectingLine(status?.session, now, i18n)
    case 'error':
      return i18n.t('error.tryTyping')
    default:
      return assertNever(state)
  }
}

function reconnectingLine(session: SessionState | undefined, now: number, i18n: Translator): string {
  if (session?.phase === 'reconnecting') {
    const { attempt, of, nextTryAt } = session
    const seconds = Math.ceil((nextTryAt - now) / 1000)
    return seconds > 0 ? i18n.t('line.reconnecting', { attempt, of, seconds }) : i18n.t('line.reconnecting.now', { attempt, of })
  }
  const again = session?.phase === 'connecting' ? session.again : undefined
  return i18n.t('line.reconnecting.now', again ?? { attempt: 1, of: 1 })
}
