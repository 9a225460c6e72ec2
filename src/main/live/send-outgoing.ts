import { FunctionResponse, FunctionResponseScheduling, LiveSendToolResponseParameters, type Session } from '@google/genai'
import { assertNever } from '../../shared/lib/assert-never'
import type { LiveCapabilities } from './capabilities'
import type { Outgoing, ToolAnswer } from './outgoing'

/** How one connection is spoken to. */
export interface LiveDialect {
  readonly capabilities: LiveCapabilities
  /** Functions that were declared NON_BLOCKING. */
  readonly nonBlockingTools: readonly string[]
  /** The service listens for pauses itself: marks of speech are not for it. */
  readonly findsSpeech: boolean
}

/**
 * Sends one thing through the client library in the form its model wants (live-spec §1.3): one key per `realtimeInput`
 * message, 16 kHz PCM as base64, text as a content turn or as realtime text.
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
      sendText(session, item.text, dialect)
      break
    case 'picture':
      session.sendRealtimeInput({ video: { mimeType: item.picture.mediaType, data: item.picture.data } })
      break
    case 'tool-responses':
      sendAnswers(session, item.responses, dialect)
      break
    default:
      assertNever(item, 'outgoing item')
  }
}

function sendText(session: Session, text: string, { capabilities }: LiveDialect): void {
  if (capabilities.text === 'realtime-text') session.sendRealtimeInput({ text })
  else session.sendClientContent({ turns: [{ role: 'user', parts: [{ text }] }], turnComplete: true })
}

function sendAnswers(session: Session, answers: readonly ToolAnswer[], dialect: LiveDialect): void {
  // an answer may make the model speak at once: what it speaks of has to be there before (live-spec §1.3: one thing per frame)
  for (const { picture } of answers) {
    if (picture !== undefined) session.sendRealtimeInput({ video: { mimeType: 'image/jpeg', data: base64(picture) } })
  }
  const functionResponses = answers.map((answer) => functionResponse(answer, dialect))
  // The library refuses an answer without an id, the wire doesn't: a call that came without one is answered without one.
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
