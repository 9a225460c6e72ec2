import { samplesToBytes } from '../../src/shared/audio/pcm'
import { answerSetup, isObject, type ServerConnection, startScriptedLiveServer } from '../../tests/support/scripted-live-server'
import { tone } from '../audio/play'
import { now } from './now'

/** A server in the model's place that takes the time of what comes, and answers a turn with a long tone or with a word in writing. */
export interface SoundServer {
  readonly baseUrl: string
  /** Turns are answered with a tone from now on; otherwise with a word. */
  answerWithTone(wanted: boolean): void
  /** When the first sound of the next turn came. */
  firstSound(): Promise<number>
  /** When the next answer's first sound was sent. */
  answered(): Promise<number>
  /** Tells the app that the user was heard to cut in; gives when. */
  interrupt(): number
  close(): Promise<void>
}

const RATE = 24_000
const PIECE = RATE / 5
const ANSWER_SECONDS = 30

/** Starts it on loopback. */
export async function startSoundServer(): Promise<SoundServer> {
  const answer = tone(ANSWER_SECONDS * RATE, 0, ANSWER_SECONDS * RATE)
  const waiting: { sound: ((at: number) => void)[]; answer: ((at: number) => void)[] } = { sound: [], answer: [] }
  const tell = (kind: keyof typeof waiting, at: number): void => {
    for (const resolve of waiting[kind].splice(0)) resolve(at)
  }
  let withTone = false
  let speaking = false
  let awaitsSound = false
  let last: ServerConnection | null = null

  function fallSilent(connection: ServerConnection): void {
    if (!speaking) return
    speaking = false
    connection.send({ serverContent: { interrupted: true } })
    connection.send({ serverContent: { turnComplete: true } })
  }

  function respond(connection: ServerConnection): void {
    connection.send({ serverContent: { outputTranscription: { text: 'word ' } } })
    tell('answer', now())
    if (withTone) {
      speaking = true
      for (let start = 0; start < answer.length; start += PIECE) {
        const data = Buffer.from(samplesToBytes(answer.subarray(start, start + PIECE))).toString('base64')
        connection.send({ serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: `audio/pcm;rate=${RATE}`, data } }] } } })
      }
    }
    connection.send({ serverContent: { generationComplete: true } })
    if (!withTone) connection.send({ serverContent: { turnComplete: true } })
  }

  const server = await startScriptedLiveServer({
    onMessage(connection, message) {
      const at = now()
      last = connection
      answerSetup(connection, message)
      const input = isObject(message) ? message.realtimeInput : undefined
      if (!isObject(input)) return
      if ('activityStart' in input) {
        awaitsSound = true
        fallSilent(connection)
      } else if ('activityEnd' in input) respond(connection)
      else if ('audio' in input && awaitsSound) {
        awaitsSound = false
        tell('sound', at)
      }
    },
  })
  return {
    baseUrl: server.baseUrl,
    answerWithTone(wanted) {
      withTone = wanted
    },
    firstSound: () => new Promise((resolve) => waiting.sound.push(resolve)),
    answered: () => new Promise((resolve) => waiting.answer.push(resolve)),
    interrupt() {
      const at = now()
      if (last !== null) fallSilent(last)
      return at
    },
    close: server.close,
  }
}
