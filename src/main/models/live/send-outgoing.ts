import { FunctionResponse, FunctionResponseScheduling, LiveSendToolResponseParameters, type Session } from '@google/genai'
import { assertNever } from '../../../shared/lib/assert-never'
import type { AttachedFile, FileOf } from '../../storage/attachments/attached-file'
import type { LiveCapabilities } from './capabilities'
import type { Shown } from './live-connector'
import type { Outgoing, ToolAnswer } from './outbox'
import { inlinePicture, spokenFiles } from './spoken-files'

/** The message forms of one connection. */
export interface LiveDialect {
  readonly capabilities: LiveCapabilities
  /** Functions that were declared NON_BLOCKING. */
  readonly nonBlockingTools: readonly string[]
  /** The service detects speech itself: it is sent no activity markers. */
  readonly findsSpeech: boolean
  /** Finds attached files. */
  readonly fileOf?: FileOf
}

type TextItem = Extract<Outgoing, { readonly type: 'text' }>

/**
 * Sends one item through the client library in the form that the model expects (live-spec §1.3): one key per `realtimeInput` message,
 * 16 kHz PCM as base64, text as a content turn or as realtime text.
 */
export function sendOutgoing(session: Session, item: Outgoing, dialect: LiveDialect): void {
  switch (item.type) {
    case 'activity-start':
      if (!dialect.findsSpeech) session.sendRealtimeInput({ activityStart: {} })
      break
    case 'audio':
      session.sendRealtimeInput({ audio: { mimeType: 'audio/pcm;rate=16000', data: base64(item.pcm) } })
      break
    case 'activity-end':
      session.sendRealtimeInput(dialect.findsSpeech ? { audioStreamEnd: true } : { activityEnd: {} })
      break
    case 'text':
      sendText(session, item, dialect)
      break
    case 'picture':
      sendPictures(session, spokenFiles('', [item.url], dialect.fileOf ?? (() => null)).pictures)
      break
    case 'tool-responses':
      sendAnswers(session, item.responses, dialect)
      break
    default:
      assertNever(item, 'outgoing item')
  }
}

/** Sends what the user shows. False, and nothing is sent, if the model has no form for it. */
export function sendShown(session: Session, shown: Shown, { capabilities }: LiveDialect): boolean {
  switch (shown.type) {
    case 'frame':
      if (!capabilities.video) return false
      session.sendRealtimeInput({ video: { mimeType: 'image/jpeg', data: base64(shown.jpeg) } })
      return true
    case 'note':
      // realtime text asks for an answer
      if (capabilities.text !== 'client-content') return false
      session.sendClientContent({ turns: [{ role: 'user', parts: [{ text: shown.text }] }], turnComplete: false })
      return true
    default:
      return assertNever(shown, 'shown')
  }
}

function sendText(session: Session, { text, files = [] }: TextItem, { capabilities, fileOf = () => null }: LiveDialect): void {
  const { pictures, words } = spokenFiles(text, files, fileOf)
  // a model would not answer pictures without text
  const said = words === '' ? SEE_THIS : words
  if (capabilities.text === 'realtime-text') {
    sendPictures(session, pictures)
    session.sendRealtimeInput({ text: said })
  } else
    session.sendClientContent({ turns: [{ role: 'user', parts: [...pictures.map(inlinePicture), { text: said }] }], turnComplete: true })
}

function sendPictures(session: Session, pictures: readonly AttachedFile[]): void {
  for (const { inlineData } of pictures.map(inlinePicture)) session.sendRealtimeInput({ video: inlineData })
}

const SEE_THIS = 'The user sends this without words.'

function sendAnswers(session: Session, answers: readonly ToolAnswer[], dialect: LiveDialect): void {
  // a response may make the model speak at once, so its picture is sent first (live-spec §1.3: one item per frame)
  for (const { picture } of answers) {
    if (picture !== undefined) session.sendRealtimeInput({ video: { mimeType: 'image/jpeg', data: base64(picture) } })
  }
  const functionResponses = answers.map((answer) => functionResponse(answer, dialect))
  // The library refuses a response without an id, but the wire format allows it: a call without an id is answered without one.
  if (answers.some((answer) => answer.modelCallId === null)) session.conn.send(JSON.stringify({ toolResponse: { functionResponses } }))
  else session.sendToolResponse(Object.assign(new LiveSendToolResponseParameters(), { functionResponses }))
}

function functionResponse(answer: ToolAnswer, { capabilities, nonBlockingTools }: LiveDialect): FunctionResponse {
  const { modelCallId, name, response, willContinue, scheduling } = answer
  const nonBlocking = nonBlockingTools.includes(name)
  return Object.assign(new FunctionResponse(), {
    ...(modelCallId !== null && { id: modelCallId }),
    name,
    response,
    ...(willContinue === true && nonBlocking && { willContinue }),
    ...(scheduling !== undefined && nonBlocking && capabilities.scheduling && { scheduling: FunctionResponseScheduling[scheduling] }),
  })
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}
