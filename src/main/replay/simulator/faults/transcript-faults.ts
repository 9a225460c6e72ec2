import type { JsonObject } from '../../../../shared/lib/json'
import { isJsonObject } from '../../../../shared/lib/json-value'
import type { FaultEntry, FaultStrike, Passage } from './fault'
import { contentOf, soundOf, transcriptFrame, transcriptOf, withContent, withoutContent } from './frame-parts'

type Key = 'inputTranscription' | 'outputTranscription'
const KEYS: readonly Key[] = ['inputTranscription', 'outputTranscription']

/** Transcripts that arrive in odd pieces, too early, too late, twice or never. */
export const transcriptFaults = {
  'transcript-finished-first': transcripts(['4.22'], 'The first piece of every transcript says that it is finished.', (strike) => {
    const begun = new Set<Key>()
    return (frame, key) => {
      const transcription = contentOf(frame)[key]
      if (begun.has(key) || !isJsonObject(transcription) || !strike.take()) return null
      begun.add(key)
      return [withContent(frame, { ...contentOf(frame), [key]: { ...transcription, finished: true } })]
    }
  }),
  'transcript-fragments': transcripts(
    ['4.23'],
    'Transcripts come in pieces of three characters, the first with a space before it.',
    (strike) => {
      const begun = new Set<Key>()
      return (frame, key, text) => {
        if (!strike.take()) return null
        const pieces = (begun.has(key) ? text : ` ${text}`).match(/.{1,3}/gsu) ?? []
        begun.add(key)
        const rest = withoutContent(frame, key)
        return [...pieces.map((piece) => transcriptFrame(key, piece)), ...(rest === null ? [] : [rest])]
      }
    },
  ),
  'transcript-start-lost': {
    family: 'transcript',
    rows: ['4.25'],
    what: 'The first piece of what the user said is not transcribed.',
    times: 1,
    parameters: {},
    begin: (strike) => ({
      toClient(frame) {
        if (transcriptOf(frame, 'inputTranscription') === null || !strike.take()) return null
        const rest = withoutContent(frame, 'inputTranscription')
        return { instead: rest === null ? [] : [rest] }
      },
    }),
  },
  'transcript-repeated': {
    family: 'transcript',
    rows: ['4.24'],
    what: 'Much later, if nobody has spoken since, the whole transcript of what the user said comes again.',
    times: 1,
    parameters: { afterMs: { value: 55_000, what: 'milliseconds after the end of the turn' } },
    begin(strike) {
      let said = ''
      let talks = 0
      let talk = 0
      return {
        // the same words behind new speech may have been said twice: only without it nobody can have said them (live-spec §4 row 24)
        fromClient(frame) {
          if (isJsonObject(frame.realtimeInput) && frame.realtimeInput.activityStart !== undefined) talks += 1
          return null
        },
        toClient(frame) {
          const heard = transcriptOf(frame, 'inputTranscription') ?? ''
          if (said === '' && heard !== '') talk = talks
          said += heard
          if (contentOf(frame).turnComplete !== true) return null
          const whole = said
          said = ''
          if (whole === '' || !strike.take()) return null
          const ofTalk = talk
          strike.line.after(strike.number('afterMs'), () => {
            if (talks === ofTalk) strike.line.send(transcriptFrame('inputTranscription', whole))
          })
          return null
        },
      }
    },
  },
  'input-transcript-late': {
    family: 'transcript',
    rows: ['4.26'],
    what: 'What the user said is transcribed only when the reply is complete.',
    times: 'always',
    parameters: {},
    begin(strike) {
      let held = ''
      return {
        toClient(frame) {
          const text = transcriptOf(frame, 'inputTranscription')
          if (text !== null && strike.take()) {
            held += text
            const rest = withoutContent(frame, 'inputTranscription')
            return { instead: rest === null ? [] : [rest] }
          }
          if (held === '' || contentOf(frame).turnComplete !== true) return null
          const late = transcriptFrame('inputTranscription', held)
          held = ''
          return { instead: [late, frame] }
        },
      }
    },
  },
  'output-transcript-ahead': {
    family: 'transcript',
    rows: ['4.27'],
    what: 'The whole transcript of an answer comes before its sound.',
    times: 'always',
    parameters: {},
    begin(strike) {
      let held: JsonObject[] = []
      return {
        toClient(frame): Passage | null {
          const content = contentOf(frame)
          const sound = soundOf(frame)
          if (content.interrupted === true) held = []
          if (sound !== null && content.interrupted !== true && strike.take()) {
            held.push(sound)
            const rest = withoutContent(frame, 'modelTurn')
            return { instead: rest === null ? [] : [rest] }
          }
          const ends = content.generationComplete === true || content.turnComplete === true || frame.toolCall !== undefined
          return ends ? { instead: [...held.splice(0), frame] } : null
        },
      }
    },
  },
} satisfies Readonly<Record<string, FaultEntry>>

/** Changes every transcript of one connection; restarts when a turn is complete. */
function transcripts(
  rows: readonly string[],
  what: string,
  begin: (strike: FaultStrike) => (frame: JsonObject, key: Key, text: string) => readonly JsonObject[] | null,
): FaultEntry {
  return {
    family: 'transcript',
    rows,
    what,
    times: 'always',
    parameters: {},
    begin(strike) {
      let change = begin(strike)
      return {
        toClient(frame) {
          if (contentOf(frame).turnComplete === true) change = begin(strike)
          const found = KEYS.map((key) => ({ key, text: transcriptOf(frame, key) })).find(({ text }) => text !== null)
          if (found === undefined || found.text === null) return null
          const instead = change(frame, found.key, found.text)
          return instead === null ? null : { instead }
        },
      }
    },
  }
}
