import type { JsonObject } from '../../../../shared/lib/json'
import { isJsonList, isJsonObject, withoutKey } from '../../../../shared/lib/json-value'

/** `serverContent` of a frame, empty where there is none. */
export function contentOf(frame: JsonObject): JsonObject {
  return isJsonObject(frame.serverContent) ? frame.serverContent : {}
}

/** The frame with another `serverContent`. */
export function withContent(frame: JsonObject, content: JsonObject): JsonObject {
  return { ...frame, serverContent: content }
}

/** Whether the frame contains text or sound of the model. */
export function isAnswer(frame: JsonObject): boolean {
  const content = contentOf(frame)
  return content.modelTurn !== undefined || content.outputTranscription !== undefined
}

/** The transcription text under this key, or null. */
export function transcriptOf(frame: JsonObject, key: 'inputTranscription' | 'outputTranscription'): string | null {
  const transcription = contentOf(frame)[key]
  return isJsonObject(transcription) && typeof transcription.text === 'string' ? transcription.text : null
}

/** A frame with only a transcription. */
export function transcriptFrame(key: 'inputTranscription' | 'outputTranscription', text: string): JsonObject {
  return { serverContent: { [key]: { text } } }
}

/** A frame with only the sound of this one, or null if it has none. */
export function soundOf(frame: JsonObject): JsonObject | null {
  const { modelTurn } = contentOf(frame)
  if (!isJsonObject(modelTurn) || !isJsonList(modelTurn.parts)) return null
  const parts = modelTurn.parts.filter((part) => isJsonObject(part) && part.inlineData !== undefined)
  return parts.length === 0 ? null : { serverContent: { modelTurn: { ...modelTurn, parts } } }
}

/** The frame without one member of its content; null if nothing else is left. */
export function withoutContent(frame: JsonObject, key: string): JsonObject | null {
  const content = contentOf(frame)
  if (!(key in content)) return frame
  const rest = withoutKey(content, key)
  if (Object.keys(rest).length > 0) return withContent(frame, rest)
  const others = withoutKey(frame, 'serverContent')
  return Object.keys(others).length > 0 ? others : null
}

/** A tenth of a second of silence, as the model would send it. */
export const silence: JsonObject = soundFrame(Buffer.alloc(4_800))

/** A frame with these samples: s16le mono 24 kHz. */
export function soundFrame(pcm: Buffer): JsonObject {
  return {
    serverContent: {
      modelTurn: { role: 'model', parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: pcm.toString('base64') } }] },
    },
  }
}
