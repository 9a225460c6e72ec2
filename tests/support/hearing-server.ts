import { bytesToSamples, samplesToBytes } from '../../src/shared/audio/pcm'
import { answerSetup, isObject, type ServerConnection, startScriptedLiveServer } from './scripted-live-server'

/** The user's speech between one `activityStart` and its `activityEnd`: 16 kHz. */
export interface HeardTurn {
  readonly samples: () => Int16Array
  readonly ended: () => boolean
}

/** A server in the model's place that records every turn of the user and answers each as configured. */
export interface HearingServer {
  readonly baseUrl: string
  readonly turns: readonly HeardTurn[]
  /** Names of messages other than audio, in order: `activityStart`, `activityEnd`, `audioStreamEnd`. */
  readonly marks: readonly string[]
  /** How many answers the user interrupted. */
  interruptions(): number
  /** All sound outside of a turn: with our own activity markers there must be none. */
  strayBytes(): number
  close(): Promise<void>
}

/** `answerTo`: 24 kHz sound for a turn by its number from 1 on; by default a short word. */
export async function startHearingServer(answerTo: (turn: number) => Int16Array = () => new Int16Array(2400)): Promise<HearingServer> {
  const turns: { pieces: Int16Array[]; ended: boolean }[] = []
  const marks: string[] = []
  let open: { pieces: Int16Array[]; ended: boolean } | null = null
  let answering = false
  let interruptions = 0
  let stray = 0

  function begin(connection: ServerConnection): void {
    open = { pieces: [], ended: false }
    turns.push(open)
    if (!answering) return
    answering = false
    interruptions += 1
    connection.send({ serverContent: { interrupted: true } })
    connection.send({ serverContent: { turnComplete: true } })
  }

  function end(connection: ServerConnection): void {
    if (open !== null) open.ended = true
    open = null
    const number = turns.length
    const sound = answerTo(number)
    answering = true
    connection.send({ serverContent: { inputTranscription: { text: `said ${number}` } } })
    connection.send({ serverContent: { outputTranscription: { text: `answer ${number}` } } })
    for (let start = 0; start < sound.length; start += 5760) {
      const data = Buffer.from(samplesToBytes(sound.subarray(start, start + 5760))).toString('base64')
      connection.send({ serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data } }] } } })
    }
    connection.send({ serverContent: { generationComplete: true } })
    // as the service does: complete when it assumes that the answer was played
    setTimeout(() => {
      if (turns.length !== number || !answering) return
      answering = false
      connection.send({ serverContent: { turnComplete: true } })
    }, sound.length / 24).unref()
  }

  const server = await startScriptedLiveServer({
    onMessage(connection, message) {
      answerSetup(connection, message)
      const input = isObject(message) ? message.realtimeInput : undefined
      if (!isObject(input)) return
      const [name] = Object.keys(input)
      if (name !== undefined && name !== 'audio') marks.push(name)
      if (name === 'activityStart') begin(connection)
      else if (name === 'activityEnd') end(connection)
      else if (isObject(input.audio)) {
        const pcm = Buffer.from(String(input.audio.data), 'base64')
        if (open === null) stray += pcm.byteLength
        else open.pieces.push(bytesToSamples(pcm))
      }
    },
  })
  return {
    baseUrl: server.baseUrl,
    get turns() {
      return turns.map((turn) => ({ samples: () => joined(turn.pieces), ended: () => turn.ended }))
    },
    marks,
    interruptions: () => interruptions,
    strayBytes: () => stray,
    close: server.close,
  }
}

function joined(pieces: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
