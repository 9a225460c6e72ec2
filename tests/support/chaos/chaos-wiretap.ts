import { type ChaosRecord, items, member, modelWords, saidWords, text } from './chaos-record'
import type { Wiretap } from './virtual-socket'

/** A tap that writes into the record, and knows what the model received. */
export interface ChaosTap extends Wiretap {
  /** The last words spoken on this connection. */
  spokenOn(connection: number): string
  /** The user interrupts the answer: what still arrives of it need not be shown. */
  cutShort(): void
}

interface Line {
  /** The user's words in the model's context here, in order. */
  context: string[]
  /** Words that it got as history. */
  history: Set<string>
  spoken: string
  transcript: string
  excused: boolean
  /** The server interrupted the current turn: its end leaves the user's later input unanswered. */
  interrupted: boolean
  /** The model owes the rest of a turn, or a whole one. */
  busy: boolean
  /** Calls without their final response, by id. */
  openCalls: Set<string>
  /** Words that came while a call was open: that call's turn had begun before them, and does not answer them. */
  meanwhile: Set<string>
  heard: string
  /** The tools are declared so that the model continues while a call is open. */
  goesOn: boolean
}

/** Spoken words are identified by the first sample of their audio. */
export function createChaosTap(record: ChaosRecord, now: () => number): ChaosTap {
  const lines = new Map<number, Line>()
  /** By handle: the connection that it resumes. */
  const givenOn = new Map<string, number>()
  const answered = new Set<string>()

  function line(connection: number): Line {
    const known = lines.get(connection) ?? {
      context: [],
      history: new Set(),
      spoken: '',
      transcript: '',
      excused: false,
      interrupted: false,
      busy: false,
      openCalls: new Set(),
      meanwhile: new Set(),
      heard: '',
      goesOn: false,
    }
    lines.set(connection, known)
    return known
  }

  function isTakenBack(word: string | undefined): boolean {
    return record.said.some((said) => said.word === word && (said.cancelled || said.stopped))
  }

  /** A complete answer to a word: it must not be sent again, nor together with a history that contains it. */
  function tell(connection: number, words: readonly string[]): void {
    const here = line(connection)
    for (const word of words) {
      if (answered.has(word) || here.history.has(word)) record.toldAgain.push(word)
      here.busy = true
      here.context.push(word)
      if (here.openCalls.size > 0) here.meanwhile.add(word)
      record.reached.add(word)
    }
  }

  function remind(connection: number, words: readonly string[]): void {
    const here = line(connection)
    for (const word of words) {
      if (here.context.includes(word)) record.toldAgain.push(word)
      here.history.add(word)
      here.context.push(word)
      record.reached.add(word)
    }
  }

  function takeSetup(connection: number, setup: unknown): void {
    const handle = text(member(member(setup, 'sessionResumption'), 'handle'))
    const earlier = givenOn.get(handle)
    // the service resumes from the end of that session, not from where it was when it sent the handle
    if (earlier !== undefined) line(connection).context.push(...line(earlier).context)
    remind(connection, saidWords(JSON.stringify(member(setup, 'systemInstruction'))))
    record.lastConnection = connection
    line(connection).goesOn = JSON.stringify(member(setup, 'tools') ?? null).includes('NON_BLOCKING')
  }

  function takeRealtime(connection: number, input: unknown): void {
    const here = line(connection)
    tell(connection, saidWords(text(member(input, 'text'))))
    noteWordsOfCalls(connection, text(member(input, 'text')))
    const data = text(member(member(input, 'audio'), 'data'))
    if (data !== '') here.spoken = `say-${Buffer.from(data, 'base64').readInt16LE(0)}`
    if (member(input, 'activityEnd') !== undefined && here.spoken !== '') tell(connection, [here.spoken])
  }

  function noteWordsOfCalls(connection: number, words: string): void {
    for (const [, name = ''] of words.matchAll(/Result of (\w+)/g)) record.answers.push({ connection, id: null, name, final: true })
  }

  return {
    toServer(connection, frame) {
      const message: unknown = JSON.parse(frame)
      if (member(message, 'setup') !== undefined) takeSetup(connection, member(message, 'setup'))
      takeRealtime(connection, member(message, 'realtimeInput'))
      for (const turn of items(member(member(message, 'clientContent'), 'turns'))) {
        const words = items(member(turn, 'parts'))
          .map((part) => text(member(part, 'text')))
          .join('')
        if (member(member(message, 'clientContent'), 'turnComplete') === true) tell(connection, saidWords(words))
        else remind(connection, saidWords(words))
        noteWordsOfCalls(connection, words)
      }
      for (const response of items(member(member(message, 'toolResponse'), 'functionResponses'))) {
        const id = text(member(response, 'id'))
        if (member(response, 'willContinue') !== true) line(connection).openCalls.delete(id)
        record.answers.push({
          connection,
          id: id === '' ? null : id,
          name: text(member(response, 'name')),
          final: member(response, 'willContinue') !== true,
        })
      }
    },
    fromServer(connection, frame) {
      const handle = text(member(member(parsed(frame), 'sessionResumptionUpdate'), 'newHandle'))
      if (handle !== '') givenOn.set(handle, connection)
    },
    toClient(connection, frame) {
      const message = parsed(frame)
      const here = line(connection)
      const content = member(message, 'serverContent')
      if (member(content, 'interrupted') === true) {
        here.excused = true
        here.interrupted = true
      }
      here.heard += text(member(member(content, 'inputTranscription'), 'text'))
      for (const word of saidWords(here.heard)) record.transcribed.add(word)
      const before = modelWords(here.transcript).length
      here.transcript += text(member(member(content, 'outputTranscription'), 'text'))
      const words = modelWords(here.transcript).slice(before)
      for (const word of words) {
        record.heardWords.push(word)
        if (here.excused || isTakenBack(here.context.at(-1))) record.excusedWords.add(word)
      }
      if (member(content, 'turnComplete') === true) {
        if (here.transcript !== '' && !here.excused) {
          for (const word of here.context) if (!here.meanwhile.has(word)) answered.add(word)
        }
        here.meanwhile.clear()
        here.excused = false
        here.busy &&= here.interrupted
        here.interrupted = false
        here.transcript = ''
        here.heard = ''
      }
      for (const call of items(member(member(message, 'toolCall'), 'functionCalls'))) {
        const id = text(member(call, 'id'))
        const args = member(call, 'args')
        here.openCalls.add(id)
        const reference = text(member(args, 'reference')) || text(member(args, 'note'))
        const name = text(member(call, 'name'))
        record.calls.push({ connection, id: id === '' ? null : id, name, reference, blocking: !here.goesOn, at: now() })
      }
      for (const id of items(member(member(message, 'toolCallCancellation'), 'ids'))) record.cancelledCalls.add(`${connection} ${text(id)}`)
    },
    ended(connection) {
      record.endedAt.set(connection, now())
    },
    spokenOn: (connection) => line(connection).spoken,
    cutShort() {
      for (const one of lines.values()) one.excused ||= one.busy || one.transcript !== ''
    },
  }
}

function parsed(frame: string): unknown {
  try {
    return JSON.parse(frame)
  } catch {
    return null
  }
}
