import { pictureFacts } from '../fixtures/picture-frame'
import type { RecordedFrame } from '../fixtures/recorded-event'
import type { JsonObject, JsonValue } from '../lib/json'
import { isJsonList, isJsonObject } from '../lib/json-value'

/** A summary of a frame, in the wire's own terms. */
export interface FrameLabel {
  /** the key of its content, for example `serverContent` or `realtimeInput.audio` */
  readonly kind: string
  /** a short summary of its content */
  readonly detail: string
  readonly tools: boolean
  readonly audio: boolean
  /** consecutive frames with the same value are drawn as one row; null: always a row of its own */
  readonly run: string | null
  /** the user's turn begins with it */
  readonly beginsTurn: boolean
}

const plain = { detail: '', tools: false, audio: false, run: null, beginsTurn: false } as const

/** Summarizes a frame. `value` is its parsed text; undefined if it is not JSON. Never throws, whatever the content. */
export function frameLabel(value: JsonValue | undefined, { direction, protocol }: RecordedFrame): FrameLabel {
  if (!isJsonObject(value)) return { ...plain, kind: 'malformed' }
  if (protocol === 'gemini-text') return direction === 'sent' ? textRequest(value) : textChunk(value)
  return direction === 'sent' ? clientFrame(value) : serverFrame(value)
}

function clientFrame(frame: JsonObject): FrameLabel {
  const setup = objectAt(frame, 'setup')
  if (setup !== null) {
    const tools = listAt(setup, 'tools').flatMap((tool) => (isJsonObject(tool) ? listAt(tool, 'functionDeclarations') : []))
    const parts = [textAt(setup, 'model').replace('models/', ''), `${tools.length} tools`, handleOf(setup) ? 'resumes' : '']
    return { ...plain, kind: 'setup', detail: joined(parts, ', ') }
  }
  const input = objectAt(frame, 'realtimeInput')
  if (input !== null) {
    const [key = ''] = Object.keys(input)
    if (objectAt(input, 'audio') !== null || 'mediaChunks' in input)
      return { ...plain, kind: 'realtimeInput.audio', audio: true, run: 'sent audio' }
    if (typeof input.text === 'string') return { ...plain, kind: 'realtimeInput.text', detail: quoted(input.text), beginsTurn: true }
    const video = objectAt(input, 'video')
    if (video !== null) return { ...plain, kind: 'realtimeInput.video', detail: pictureDetail(textAt(video, 'data')) }
    return { ...plain, kind: 'realtimeInput', detail: key, beginsTurn: key === 'activityStart' }
  }
  const content = objectAt(frame, 'clientContent')
  if (content !== null) {
    const said = listAt(content, 'turns').flatMap(textsOf).at(-1) ?? ''
    return { ...plain, kind: 'clientContent', detail: quoted(said), beginsTurn: content.turnComplete === true }
  }
  const answers = objectAt(frame, 'toolResponse')
  if (answers !== null) {
    const labels = listAt(answers, 'functionResponses').map((one) =>
      isJsonObject(one) ? `${textAt(one, 'name')} ${statusOf(one)}`.trim() : '',
    )
    return { ...plain, kind: 'toolResponse', detail: joined(labels, ', '), tools: true }
  }
  return { ...plain, kind: Object.keys(frame)[0] ?? 'empty' }
}

function serverFrame(frame: JsonObject): FrameLabel {
  const call = objectAt(frame, 'toolCall')
  if (call !== null) {
    const names = listAt(call, 'functionCalls').map((one) => (isJsonObject(one) ? textAt(one, 'name') : ''))
    return { ...plain, kind: 'toolCall', detail: joined(names, ', '), tools: true }
  }
  const cancelled = objectAt(frame, 'toolCallCancellation')
  if (cancelled !== null) return { ...plain, kind: 'toolCallCancellation', detail: `${listAt(cancelled, 'ids').length}`, tools: true }
  const content = objectAt(frame, 'serverContent')
  if (content !== null) return serverContent(content, 'usageMetadata' in frame)
  const update = objectAt(frame, 'sessionResumptionUpdate')
  if (update !== null) return { ...plain, kind: 'sessionResumptionUpdate', detail: update.resumable === true ? 'resumable' : '' }
  const goAway = objectAt(frame, 'goAway')
  if (goAway !== null) return { ...plain, kind: 'goAway', detail: textAt(goAway, 'timeLeft') }
  return { ...plain, kind: Object.keys(frame)[0] ?? 'empty' }
}

function serverContent(content: JsonObject, counted: boolean): FrameLabel {
  const parts = listAt(objectAt(content, 'modelTurn') ?? {}, 'parts').filter(isJsonObject)
  const audio = parts.some((part) => textAt(objectAt(part, 'inlineData') ?? {}, 'mimeType').startsWith('audio/'))
  const texts = parts.flatMap((part) => (typeof part.text === 'string' ? [part.text] : []))
  const facts = Object.keys(content).filter((key) => key !== 'modelTurn')
  const spoken = ['inputTranscription', 'outputTranscription'].map((key) => textAt(objectAt(content, key) ?? {}, 'text'))
  const onlyAudio = audio && texts.length === 0 && facts.length === 0 && !counted
  const named = [audio ? 'modelTurn.audio' : parts.length > 0 ? 'modelTurn' : '', ...facts]
  return {
    ...plain,
    kind: 'serverContent',
    detail: joined([...named, ...[...texts, ...spoken].filter((text) => text !== '').map(quoted)], ' '),
    audio,
    run: onlyAudio ? 'received audio' : null,
  }
}

function textRequest(request: JsonObject): FrameLabel {
  const last = listAt(request, 'contents').at(-1)
  const texts = textsOf(last)
  const answers = isJsonObject(last) && listAt(last, 'parts').some((part) => isJsonObject(part) && 'functionResponse' in part)
  return { ...plain, kind: 'generateContent', detail: quoted(texts.at(-1) ?? ''), tools: answers, beginsTurn: !answers }
}

function textChunk(chunk: JsonObject): FrameLabel {
  const [candidate] = listAt(chunk, 'candidates')
  const content = isJsonObject(candidate) ? objectAt(candidate, 'content') : null
  const parts = listAt(content ?? {}, 'parts').filter(isJsonObject)
  const calls = parts.flatMap((part) => textAt(objectAt(part, 'functionCall') ?? {}, 'name')).filter((name) => name !== '')
  const finish = isJsonObject(candidate) ? textAt(candidate, 'finishReason') : ''
  return {
    ...plain,
    kind: 'candidates',
    detail: joined([...calls, ...textsOf(content ?? undefined).map(quoted), finish], ' '),
    tools: calls.length > 0,
  }
}

/** The size of a picture in pixels and bytes; nothing if the flight recorder remembers it no more. */
function pictureDetail(data: string): string {
  if (data === '') return ''
  const { bytes, size } = pictureFacts(data)
  return joined([size === null ? '' : `${size.width} × ${size.height}`, `${bytes} bytes`], ', ')
}

const LONGEST = 80

function quoted(text: string): string {
  if (text === '') return ''
  return `“${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}”`
}

function statusOf(answer: JsonObject): string {
  const response = objectAt(answer, 'response')
  if (response === null) return ''
  return textAt(response, 'status') || ('error' in response ? 'error' : '')
}

function handleOf(setup: JsonObject): boolean {
  return textAt(objectAt(setup, 'sessionResumption') ?? {}, 'handle') !== ''
}

function textsOf(content: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(content)) return []
  return listAt(content, 'parts').flatMap((part) => (isJsonObject(part) && typeof part.text === 'string' ? [part.text] : []))
}

const joined = (words: readonly string[], between: string): string => words.filter((word) => word !== '').join(between)

/** The object under a key of a frame; null if there is none. */
export function objectAt(parent: JsonObject, key: string): JsonObject | null {
  const value = Object.hasOwn(parent, key) ? parent[key] : undefined
  return isJsonObject(value) ? value : null
}

function listAt(parent: JsonObject, key: string): readonly JsonValue[] {
  const value = Object.hasOwn(parent, key) ? parent[key] : undefined
  return isJsonList(value) ? value : []
}

/** The text under a key of a frame; empty if there is none. */
export function textAt(parent: JsonObject, key: string): string {
  const value = Object.hasOwn(parent, key) ? parent[key] : undefined
  return typeof value === 'string' ? value : ''
}
