import type { ConversationStatus, SessionState, TalkState } from '../../shared/ipc/schemas'
import { assertNever } from '../../shared/lib/assert-never'
import type { ShownState } from '../../shared/talk/shown-state'
import { isHandsFree, isTalking } from '../../shared/talk/talk-facts'
import type { Translator } from '../i18n/translate'
import { clockTime } from '../ui/format'
import type { TalkKey } from './talk-key'

/** From here on the line says that the wait is long and how it can be ended. */
const LONG_WAIT_SECONDS = 15

/** What the second line is made of. `keys` is the talk key as a sentence; `question` the open question of this conversation. */
export interface SecondLineFacts {
  readonly state: ShownState
  readonly status: ConversationStatus | undefined
  readonly talk: TalkState
  readonly talkKey: TalkKey
  readonly keys: string
  readonly runningTool: string | null
  readonly question: string | null
  readonly narrow: boolean
  /** Parley’s voice is switched off. */
  readonly muted: boolean
  /** Hands-free, a voice is enough to interrupt. */
  readonly voiceInterrupts: boolean
  readonly now: number
}

/** The line below the state word: what is happening, or what to do next. */
export function secondLine(facts: SecondLineFacts, words: Translator): string {
  const { state, status, talk, talkKey, keys, now } = facts
  switch (state) {
    case 'off':
      if (status?.awaitsSpeech === true) return words.say('line.awaitsSpeech')
      if (facts.narrow) return words.say(talkKey.mode === 'hold' ? 'line.off.holdShort' : 'line.off.toggleShort', { keys })
      if (talkKey.mode === 'hold') return words.say(talkKey.global ? 'line.off.hold' : 'line.off.holdWindow', { keys })
      return words.say(talkKey.global ? 'line.off.toggle' : 'line.off.toggleWindow', { keys })
    case 'connecting':
      if (talk.phase === 'arming') return words.say('line.arming')
      if (talk.phase === 'open' && !talk.handsFree.ready) return words.say('handsFree.preparing')
      if (isTalking(talk)) return words.say('line.connecting.speak')
      return words.say(status?.replay === null || status === undefined ? 'line.connecting.wait' : 'line.connecting.replay')
    case 'listening': {
      if (talk.phase === 'tail') return words.say('line.tail')
      if (talk.phase === 'open') return words.say(status?.awaitsSpeech === true ? 'line.awaitsSpeech' : 'handsFree.line')
      const time = clockTime(talk.phase === 'idle' ? 0 : now - talk.since)
      if (isHandsFree(talk) && isTalking(talk) && !talk.held) return words.say('handsFree.talking', { time })
      if (isTalking(talk) && !talk.held) return words.say('line.listening.free', { time })
      if (facts.narrow || talkKey.mode !== 'hold') return words.say('line.listening.heldShort', { time })
      return words.say('line.listening.held', { keys, time })
    }
    case 'thinking': {
      const seconds = Math.floor((now - (status?.activitySince ?? now)) / 1000)
      const tool = facts.runningTool
      if (status?.session.phase === 'ready' && status.session.stalledAt !== undefined) {
        return words.say('line.stalled', { seconds: Math.max(0, Math.floor((now - status.session.stalledAt) / 1000)) })
      }
      if (tool !== null)
        return seconds >= 2 ? words.say('line.thinking.toolSeconds', { tool, seconds }) : words.say('line.thinking.tool', { tool })
      if (seconds >= LONG_WAIT_SECONDS) return words.say('line.thinking.long', { seconds })
      return seconds >= 2 ? words.say('line.thinking.seconds', { seconds }) : words.say('line.thinking')
    }
    case 'speaking':
      if (isHandsFree(talk) && facts.voiceInterrupts && !facts.muted) return words.say('handsFree.speaking')
      return words.say(facts.muted ? 'line.speakingMuted' : 'line.speaking')
    case 'waiting':
      return facts.question ?? words.say('line.waiting')
    case 'reconnecting':
      return reconnectingLine(status?.session, now, words)
    case 'error':
      return words.say('error.tryTyping')
    default:
      return assertNever(state)
  }
}

function reconnectingLine(session: SessionState | undefined, now: number, words: Translator): string {
  if (session?.phase === 'reconnecting') {
    const { attempt, of, nextTryAt } = session
    const seconds = Math.ceil((nextTryAt - now) / 1000)
    return seconds > 0 ? words.say('line.reconnecting', { attempt, of, seconds }) : words.say('line.reconnecting.now', { attempt, of })
  }
  const again = session?.phase === 'connecting' ? session.again : undefined
  return words.say('line.reconnecting.now', again ?? { attempt: 1, of: 1 })
}
