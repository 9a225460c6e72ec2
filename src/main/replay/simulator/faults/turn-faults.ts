import type { JsonObject } from '../../../../shared/lib/json'
import { isJsonObject, withoutKey } from '../../../../shared/lib/json-value'
import type { FaultEntry, FaultHooks, FaultStrike } from './fault'
import { contentOf, isAnswer, silence, soundFrame, soundOf, withContent } from './frame-parts'

const TURN_COMPLETE: JsonObject = { serverContent: { turnComplete: true } }
const TONE_PIECE_MS = 250
const until = { value: 'reconnect', what: 'what ends it: reconnect, or nudge (the next input of the user)' }

/** Turns that stall, end too early, begin again or won’t end. */
export const turnFaults = {
  stall: {
    family: 'turn',
    rows: ['4.28'],
    what: 'The user has spoken, the socket stays open, and nothing comes.',
    times: 1,
    parameters: { until },
    begin(strike) {
      let stalled = false
      return {
        heard() {
          if (!stalled) stalled = strike.take()
          else if (strike.text('until') === 'nudge') stalled = false
          return stalled
        },
      }
    },
  },
  'answer-late': {
    family: 'turn',
    rows: ['4.28'],
    what: 'The model works for a long time before it answers, and sends nothing. New input interrupts its work and makes it start over.',
    times: 1,
    parameters: { afterMs: { value: 60_000, what: 'milliseconds until the answer begins' } },
    begin: (strike) => ({ answersAfter: () => (strike.take() ? strike.number('afterMs') : null) }),
  },
  'stall-after-interrupt': {
    family: 'turn',
    rows: ['4.29'],
    what: 'After an interruption nothing more comes; the socket stays open.',
    times: 1,
    parameters: {},
    begin(strike) {
      let frozen = false
      return {
        heard: () => frozen,
        toClient(frame) {
          if (frozen) return { instead: [] }
          frozen = contentOf(frame).interrupted === true && strike.take()
          return null
        },
      }
    },
  },
  'empty-turn': {
    family: 'turn',
    rows: ['4.30'],
    what: 'The turn is complete without a word. The same question is answered when it is asked again.',
    times: 1,
    parameters: {},
    begin: (strike) => ({
      heard() {
        if (!strike.take()) return false
        strike.line.send(TURN_COMPLETE)
        return true
      },
    }),
  },
  'turn-cut-short': {
    family: 'turn',
    rows: ['4.30'],
    what: 'The turn is complete after the first piece of the answer.',
    times: 1,
    parameters: {},
    begin: (strike) => ({ toClient: (frame) => (isAnswer(frame) && strike.take() ? { after: () => strike.line.endTurn() } : null) }),
  },
  'answer-restarts': {
    family: 'turn',
    rows: ['4.31'],
    what: 'A complete turn is followed by the same answer again.',
    times: 1,
    parameters: { afterMs: { value: 300, what: 'milliseconds after the end of the turn' } },
    begin: answerAgain,
  },
  'audio-after-interrupt': {
    family: 'turn',
    rows: ['4.32'],
    what: 'Audio of an interrupted answer continues until its turn is complete.',
    times: 'always',
    parameters: { pieces: { value: 3, what: 'frames of sound' } },
    begin: (strike) => ({
      toClient(frame) {
        if (contentOf(frame).interrupted !== true || !strike.take()) return null
        return { instead: [frame, ...Array.from({ length: strike.number('pieces') }, () => silence)] }
      },
    }),
  },
  'audio-with-interrupt': {
    family: 'turn',
    rows: ['4.32'],
    what: 'The frame that says interrupted also carries audio.',
    times: 'always',
    parameters: {},
    begin: (strike) => ({
      toClient(frame) {
        const content = contentOf(frame)
        if (content.interrupted !== true || !strike.take()) return null
        return { instead: [withContent(frame, { ...contentOf(silence), ...content })] }
      },
    }),
  },
  'audio-after-generation': {
    family: 'turn',
    rows: ['4.33'],
    what: 'The last audio of an answer comes after generationComplete.',
    times: 'always',
    parameters: {},
    begin(strike) {
      let held: JsonObject | null = null
      return {
        toClient(frame) {
          const content = contentOf(frame)
          const sound = soundOf(frame)
          const before = held
          if (sound !== null && Object.keys(content).length === 1 && strike.isArmed()) {
            held = frame
            return { instead: before === null ? [] : [before] }
          }
          if (before === null) return null
          held = null
          if (content.interrupted === true) return null
          return { instead: content.generationComplete === true && strike.take() ? [frame, before] : [before, frame] }
        },
      }
    },
  },
  'turn-complete-not-idle': {
    family: 'turn',
    rows: ['4.38'],
    what: 'The end of a turn says IN_PROGRESS; IDLE comes with another one later.',
    times: 'always',
    parameters: { afterMs: { value: 2_000, what: 'milliseconds between the two' } },
    begin: (strike) => ({
      toClient(frame) {
        const content = contentOf(frame)
        if (content.turnComplete !== true || content.interrupted === true || !strike.take()) return null
        const busy = withContent(frame, { ...withoutKey(content, 'interactionStatus'), interactionStatus: 'IN_PROGRESS' })
        const idle = { serverContent: { turnComplete: true, interactionStatus: 'IDLE' } }
        return { instead: [busy], after: () => void strike.line.after(strike.number('afterMs'), () => strike.line.send(idle)) }
      },
    }),
  },
  'endless-tone': {
    family: 'turn',
    rows: ['4.40'],
    what: 'The answer turns into a tone that continues until the user cuts in.',
    times: 1,
    parameters: { seconds: { value: 30, what: 'seconds after which it ends by itself' } },
    begin: endlessTone,
  },
} satisfies Readonly<Record<string, FaultEntry>>

function answerAgain(strike: FaultStrike): FaultHooks {
  let answer: JsonObject[] = []
  let again: { cancel(): void } | null = null
  return {
    toClient(frame) {
      const content = contentOf(frame)
      if (content.interrupted === true) answer = []
      if (isAnswer(frame)) answer.push(frame)
      if (content.turnComplete !== true || answer.length === 0) return null
      const frames = [...answer, { serverContent: { generationComplete: true } }, TURN_COMPLETE]
      answer = []
      if (!strike.take()) return null
      again = strike.line.after(strike.number('afterMs'), () => frames.forEach(strike.line.send))
      return null
    },
    fromClient() {
      again?.cancel()
      return null
    },
  }
}

function endlessTone(strike: FaultStrike): FaultHooks {
  let pieces = 0
  let end: JsonObject | null = null
  let next: { cancel(): void } | null = null
  const sound = (): void => {
    strike.line.send(tone)
    pieces -= 1
    if (pieces > 0) next = strike.line.after(TONE_PIECE_MS, sound)
    else stop()
  }
  const stop = (): void => {
    next?.cancel()
    pieces = 0
    if (end !== null) strike.line.send(end)
    end = null
  }
  return {
    toClient(frame) {
      const content = contentOf(frame)
      if (soundOf(frame) !== null && pieces === 0 && strike.take()) {
        pieces = Math.ceil((strike.number('seconds') * 1000) / TONE_PIECE_MS)
        next = strike.line.after(TONE_PIECE_MS, sound)
        return null
      }
      if (pieces === 0) return null
      if (content.interrupted === true) {
        next?.cancel()
        pieces = 0
        return null
      }
      if (content.turnComplete !== true) return null
      end = frame
      return { instead: [] }
    },
    fromClient(frame) {
      if (end === null || !cutsIn(frame)) return null
      strike.line.send({ serverContent: { interrupted: true } })
      stop()
      return null
    },
  }
}

function cutsIn({ clientContent, realtimeInput }: JsonObject): boolean {
  return clientContent !== undefined || (isJsonObject(realtimeInput) && ('activityStart' in realtimeInput || 'text' in realtimeInput))
}

const tone = soundFrame(
  Buffer.from(
    Int16Array.from({ length: (24_000 * TONE_PIECE_MS) / 1000 }, (_, index) => 8_000 * Math.sin((2 * Math.PI * 440 * index) / 24_000))
      .buffer,
  ),
)
