import { createLeftovers } from '../lib/task-queue'
import type { LiveSession } from '../models/live/live-session'
import type { TextSession, TextSessionOptions } from '../models/text/text-session'
import type { SessionEvents } from './model-connection'

/** The line of one conversation: to its Live model, and to its text model. One of them is on at a time. */
export interface SwitchedSession extends LiveSession {
  /** Brings on the line that such words go to: spoken ones go to the Live model, typed ones where the user chose. */
  choose(input: 'speech' | 'typing'): void
  /** Whether the text model is on the line. */
  isWritten(): boolean
  /** Ends the answer that the text model is giving. False where it gives none. */
  stopWriting(): boolean
}

type LiveEvents = Pick<SessionEvents, 'onFrame' | 'onMalformed' | 'onState' | 'onRepeat' | 'history' | 'lastUserText'>

/** What the line is made of. */
export interface ModelSwitchOptions {
  /** Makes a Live session; `fresh`: it knows nothing of what was said before, and is told. */
  makeLive(events: LiveEvents, fresh: boolean): LiveSession
  makeText(
    events: Pick<TextSessionOptions, 'onChunk' | 'onEnd' | 'onState'> & { readonly history: SessionEvents['textHistory'] },
  ): TextSession
  /** Where typed words go now. */
  typedWords(): 'voice' | 'text'
  readonly events: SessionEvents
}

/**
 * Two sessions as one. Neither knows what was said on the other: the text model is sent the thread with every request, and
 * a Live session that was left is ended for good; the next one begins with the whole history.
 */
export function createModelSwitch({ makeLive, makeText, typedWords, events }: ModelSwitchOptions): SwitchedSession {
  let written = false
  let hearing: object | null = null
  const leaving = createLeftovers()
  let live = newLive(false)
  const text = makeText({
    history: events.textHistory,
    onChunk: events.onTextChunk,
    onEnd: events.onTextEnd,
    onState(state) {
      if (written) events.onState(state)
    },
  })

  /** What a session says that was left is not heard any more. */
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
      if (input === 'typing' && typedWords() === 'text') toText()
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
    giveUpAnswer: () => live.giveUpAnswer(),
    askAgain: () => (written ? text.askAgain() : live.askAgain()),
    sendToolResponses: (responses) => (written ? text.sendToolResponses(responses) : live.sendToolResponses(responses)),
    state: () => (written ? text.state() : live.state()),
    capabilities: () => (written ? null : live.capabilities()),
  }
}
