import { createLeftovers } from '../lib/task-queue'
import type { LiveSession } from '../models/live/live-session'
import type { TextSession } from '../models/text/text-session'
import type { TextSessionOptions } from '../models/text/text-session-options'
import type { SessionEvents } from './model-connection'

/** The session of one conversation, which switches between its Live model and its text model. One of them is active at a time. */
export interface SwitchedSession extends LiveSession {
  /** Activates the session for this input: speech goes to the Live model, typed text to the model that the user chose. */
  choose(input: 'speech' | 'typing'): void
  /** Whether the text model is active. */
  isWritten(): boolean
  /** Stops the answer that the text model is giving. False if there is none. */
  stopWriting(): boolean
}

type LiveEvents = Pick<SessionEvents, 'onFrame' | 'onMalformed' | 'onState' | 'onRepeat' | 'history' | 'lastUserText'>

/** Dependencies of the model switch. */
export interface ModelSwitchOptions {
  /** Creates a Live session; `fresh`: it does not know the history and receives it. */
  makeLive(events: LiveEvents, fresh: boolean): LiveSession
  makeText(
    events: Pick<TextSessionOptions, 'onChunk' | 'onCounts' | 'onEnd' | 'onState'> & { readonly history: SessionEvents['textHistory'] },
  ): TextSession
  /** Where typed text goes now. */
  replyModality(): 'voice' | 'text'
  readonly events: SessionEvents
}

/**
 * Presents two sessions as one. Neither knows what was said in the other: the text model receives the thread with every request, and a
 * Live session is ended for good when left, so that the next one starts with the whole history.
 */
export function createModelSwitch({ makeLive, makeText, replyModality, events }: ModelSwitchOptions): SwitchedSession {
  let written = false
  let hearing: object | null = null
  const leaving = createLeftovers()
  let live = newLive(false)
  const text = makeText({
    history: events.textHistory,
    onChunk: events.onTextChunk,
    onCounts: events.onTextCounts,
    onEnd: events.onTextEnd,
    onState(state) {
      if (written) events.onState(state)
    },
  })

  /** Events of a session that was left are ignored. */
  function newLive(fresh: boolean): LiveSession {
    const mine = {}
    hearing = mine
    const heard =
      <Values extends readonly unknown[]>(listener: (...values: Values) => void) =>
      (...values: Values): void => {
        if (hearing === mine && !written) listener(...values)
      }
    return makeLive(
      {
        onFrame: heard(events.onFrame),
        onMalformed: heard(events.onMalformed),
        onState: heard(events.onState),
        onRepeat: heard(events.onRepeat),
        history: events.history,
        lastUserText: events.lastUserText,
      },
      fresh,
    )
  }

  function toText(): void {
    if (written) return
    written = true
    events.onSwitch()
    leaving.add(live.stop())
    live = newLive(true)
    text.start()
  }

  function toVoice(): void {
    if (!written) return
    text.interrupt()
    written = false
    void text.stop()
    events.onSwitch()
  }

  return {
    choose(input) {
      if (input === 'typing' && replyModality() === 'text') toText()
      else toVoice()
    },
    isWritten: () => written,
    stopWriting: () => written && text.interrupt(),
    start: () => (written ? text.start() : live.start()),
    retry: () => (written ? text.retry() : live.retry()),
    async stop() {
      await Promise.all([written ? text.stop() : live.stop(), leaving.settled()])
    },
    async leave() {
      await Promise.all([written ? text.leave() : live.leave(), leaving.settled()])
    },
    owesAnswer: () => (written ? text.owesAnswer() : live.owesAnswer()),
    owesTurn: (turnId) => live.owesTurn(turnId),
    renew() {
      if (!written) live.renew()
    },
    activityStart: (turnId) => live.activityStart(turnId),
    sendAudio: (pcm) => live.sendAudio(pcm),
    activityEnd: () => live.activityEnd(),
    takeBack: () => live.takeBack(),
    sendText(words, turnId, files) {
      if (written) text.sendText()
      else live.sendText(words, turnId, files)
    },
    sendPicture: (picture) => live.sendPicture(picture),
    show: (shown) => !written && live.show(shown),
    giveUpAnswer: () => live.giveUpAnswer(),
    askAgain: () => (written ? text.askAgain() : live.askAgain()),
    sendToolResponses: (responses) => (written ? text.sendToolResponses(responses) : live.sendToolResponses(responses)),
    state: () => (written ? text.state() : live.state()),
    capabilities: () => (written ? null : live.capabilities()),
  }
}
