import type { JsonValue } from '../../lib/json'
import { isJsonList, isJsonObject } from '../../lib/json-value'

/** A file of a message: its address (a data URL where its bytes came along), and its name where the client gave one, else ''. */
export interface SaidFile {
  readonly url: string
  readonly name: string
}

/** What the user says and shows in one message. */
export interface SaidContent {
  readonly text: string
  /** Its files; one that names no address has an empty one. */
  readonly files: readonly SaidFile[]
}

/** Reads the content of a user's message in AG-UI and in both TanStack dialects: a text, or a list of parts; null for neither. */
export function saidContent(content: JsonValue): SaidContent | null {
  if (typeof content === 'string') return { text: content, files: [] }
  if (!isJsonList(content) || content.length === 0) return null
  const texts: string[] = []
  const files: SaidFile[] = []
  for (const part of content) {
    if (isJsonObject(part) && part.type === 'text') texts.push(wordsOf(part.text ?? part.content))
    else files.push({ url: addressOf(part), name: nameOf(part) })
  }
  return { text: texts.join(''), files }
}

function wordsOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function nameOf(part: JsonValue): string {
  if (!isJsonObject(part)) return ''
  const metadata = isJsonObject(part.metadata) ? part.metadata : {}
  return wordsOf(part.filename ?? metadata.filename ?? metadata.fileName ?? metadata.name)
}

/** `source` as AG-UI 1.0 and TanStack have it; AG-UI before 1.0 called the part `binary` and had the fields on it. */
function addressOf(part: JsonValue): string {
  if (!isJsonObject(part)) return ''
  const source = isJsonObject(part.source) ? part.source : part
  const metadata = isJsonObject(part.metadata) ? part.metadata : {}
  const mediaType = wordsOf(source.mimeType ?? metadata.mimeType)
  if (source.type === 'data') return `data:${mediaType};base64,${wordsOf(source.value)}`
  if (source.type === 'url') return wordsOf(source.value)
  return typeof source.data === 'string' ? `data:${mediaType};base64,${source.data}` : wordsOf(source.url)
}
