import { type EventName, events } from '../../src/shared/ipc/contract'
import type { Dispatch } from '../../src/shared/ipc/router'
import type { ConversationStatus, TalkState } from '../../src/shared/ipc/schemas'
import type { Clock } from '../../src/shared/lib/clock'
import type { UserTurn } from './user-turns'

/** Plays the user of a recording through the app's own calls, as a page would. */
export interface ReplayUser {
  /** Receives every event of the app. */
  heard(name: EventName, payload: unknown): void
  /**
   * Plays one turn and waits until the answer has ended. Rejects if the session fails or nothing happens for too long.
   */
  take(turn: UserTurn, words: string): Promise<void>
}

const FRAME_MS = 20
const FRAME_BYTES = (16_000 * 2 * FRAME_MS) / 1000
const PATIENCE_MS = 60_000

/** Creates the user of one conversation, who answers every approval with `approve`. */
export function createReplayUser(conversationId: string, dispatch: () => Dispatch, approve: boolean, clock: Clock): ReplayUser {
  let status: ConversationStatus | null = null
  let talk: TalkState = { phase: 'idle' }
  let turnsEnded = 0
  let look: () => void = () => undefined
  let failure: Error | null = null

  function fail(error: unknown): void {
    failure ??= error instanceof Error ? error : new Error(String(error))
    look()
  }

  async function call(name: string, request: unknown): Promise<void> {
    const result = await dispatch()(name, request)
    if (!result.ok) throw new Error(result.error.message)
  }

  /** Waits for a condition on the events; it is checked at every event. */
  function until(condition: () => boolean, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = clock.after(PATIENCE_MS, () => end(() => reject(new Error(`Nothing came of "${what}" for ${PATIENCE_MS / 1000} s.`))))
      function end(then: () => void): void {
        look = () => undefined
        timer.cancel()
        then()
      }
      look = () => {
        const failed = failure
        if (failed !== null) end(() => reject(failed))
        else if (status?.session.phase === 'failed') {
          const { cause, detail } = status.session
          end(() => reject(new Error(`The session failed (${cause}): ${detail}`)))
        } else if (condition()) end(resolve)
      }
      look()
    })
  }

  async function speak(minimumMs: number): Promise<void> {
    await call('talk.press', null)
    await until(() => talk.phase === 'arming', 'press the talk key')
    if (talk.phase !== 'arming') return
    const { talkId } = talk
    await call('microphone.started', { talkId })
    for (let spoken = 0; spoken < minimumMs + FRAME_MS; spoken += FRAME_MS) {
      await call('microphone.frame', { talkId, pcm: new Uint8Array(FRAME_BYTES) })
    }
    await call('talk.release', null)
    await call('microphone.ended', { talkId })
    await until(() => talk.phase === 'idle', 'release the talk key')
  }

  return {
    heard(name, payload) {
      switch (name) {
        case 'conversation.status':
          status = events[name].parse(payload)
          break
        case 'talk.state':
          talk = events[name].parse(payload)
          break
        case 'approval.changed': {
          const { approvalId, inputHash, state } = events[name].parse(payload)
          const decide = (): Promise<void> => call('approval.decide', { approvalId, inputHash, approved: approve })
          // not before the app has finished its request
          if (state === 'requested') queueMicrotask(() => void decide().catch(fail))
          break
        }
        case 'stream.chunk': {
          const { role, chunk } = events[name].parse(payload)
          if (role === 'assistant' && chunk.type === 'finish' && chunk.finishReason !== 'tool-calls') turnsEnded += 1
          break
        }
        case 'playback.end': {
          const { turnId } = events[name].parse(payload)
          void call('playback.position', { conversationId, turnId, samples: 0, done: true }).catch(fail)
          break
        }
        default:
          break
      }
      look()
    },
    async take(turn, words) {
      const before = turnsEnded
      if (turn.kind === 'speech') await speak(turn.minimumMs)
      else await call('text.send', { conversationId, text: words })
      await until(() => turnsEnded > before && status?.activity === 'idle', 'the answer')
    },
  }
}
