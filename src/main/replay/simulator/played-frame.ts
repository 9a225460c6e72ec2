import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { isJsonList, isJsonObject, withoutKey } from '../../../shared/lib/json-value'

/** The id of a recorded call in this round: later rounds must not repeat ids of earlier ones. */
export function callIdInRound(id: string, round: number): string {
  return round === 1 ? id : `${id}-${round}`
}

/** A recorded frame with the call ids of this round. */
export function frameInRound(frame: JsonObject, round: number): JsonObject {
  if (round === 1) return frame
  const renamed = mapMember(mapMember(frame, 'toolCall', renameCalls), 'toolCallCancellation', renameIds)
  return mapItems(renamed, 'candidates', (candidate) =>
    isJsonObject(candidate) ? mapMember(candidate, 'content', renameParts) : candidate,
  )

  function renameParts(content: JsonObject): JsonObject {
    return mapItems(content, 'parts', (part) => (isJsonObject(part) ? mapMember(part, 'functionCall', renameCall) : part))
  }

  function renameCall(call: JsonObject): JsonObject {
    return typeof call.id === 'string' ? { ...call, id: callIdInRound(call.id, round) } : call
  }

  function renameCalls(toolCall: JsonObject): JsonObject {
    return mapItems(toolCall, 'functionCalls', (call) => (isJsonObject(call) ? renameCall(call) : call))
  }

  function renameIds(cancellation: JsonObject): JsonObject {
    return mapItems(cancellation, 'ids', (id) => (typeof id === 'string' ? callIdInRound(id, round) : id))
  }
}

/** The frame without the transcript of the user's speech, for a typed turn; null if nothing else is left. */
export function frameOfTypedTurn(frame: JsonObject): JsonObject | null {
  const { serverContent } = frame
  if (!isJsonObject(serverContent) || !('inputTranscription' in serverContent)) return frame
  const content = withoutKey(serverContent, 'inputTranscription')
  if (Object.keys(content).length > 0) return { ...frame, serverContent: content }
  const rest = withoutKey(frame, 'serverContent')
  return Object.keys(rest).length > 0 ? rest : null
}

/** Whether the frame ends a turn. */
export function completesTurn(frame: JsonObject): boolean {
  return isJsonObject(frame.serverContent) && frame.serverContent.turnComplete === true
}

/** Whether the frame contains part of the model's answer. */
export function carriesAnswer(frame: JsonObject): boolean {
  return isJsonObject(frame.serverContent) && frame.serverContent.modelTurn !== undefined
}

/** Number of samples of the model's speech in this frame. */
export function samplesOfModel({ serverContent }: JsonObject): number {
  const turn = isJsonObject(serverContent) ? serverContent.modelTurn : undefined
  const parts = isJsonObject(turn) && isJsonList(turn.parts) ? turn.parts : []
  const bytes = parts.reduce((sum: number, part) => {
    const data = isJsonObject(part) && isJsonObject(part.inlineData) ? part.inlineData.data : undefined
    return sum + (typeof data === 'string' ? Math.floor((data.length * 3) / 4) : 0)
  }, 0)
  return bytes >> 1
}

/** The text of the model's speech in this frame. */
export function modelTextOf(frame: JsonObject): string {
  const { serverContent } = frame
  const said = isJsonObject(serverContent) ? serverContent.outputTranscription : undefined
  return isJsonObject(said) && typeof said.text === 'string' ? said.text : ''
}

function mapMember(parent: JsonObject, key: string, change: (value: JsonObject) => JsonObject): JsonObject {
  const value = parent[key]
  return isJsonObject(value) ? { ...parent, [key]: change(value) } : parent
}

function mapItems(parent: JsonObject, key: string, change: (value: JsonValue) => JsonValue): JsonObject {
  const items = parent[key]
  return isJsonList(items) ? { ...parent, [key]: items.map(change) } : parent
}
