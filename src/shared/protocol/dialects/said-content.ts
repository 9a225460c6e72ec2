import type { JsonValue } from '../../lib/json'
import { isJsonList, isJsonObject } from '../../lib/json-value'

/**
 * A file of a message: its address (a data URL if its bytes were sent), and its name if the client gave one, otherwise
 * ''.
 */
export interface SaidFile {
  readonly url: string
  readonly name: string
}

/** The content of one user message. */
export interface SaidContent {
  readonly text: string
  /** Its files; one without an address has an empty one. */
  readonly files: readonly SaidFile[]
}

/**
 * Reads the content of a user message in AG-UI and in both TanStack dialects: a text, or a list of parts; null for
 * anything else.
 */
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

/**
 * `source` is the form of AG-UI 1.0 and TanStack; AG-UI before 1.0 named the part `binary` and had the fields on it.
 */
function addressOf(part: JsonValue): string {
  if (!isJsonObject(part)) return ''
  const source = isJsonObject(part.source) ? part.source : part
  const metadata = isJsonObject(part.metadata) ? part.metadata : {}
  const mediaType = wordsOf(source.mimeType ?? metadata.mimeType)
  if (source.type === 'data') return `data:${mediaType};base64,${wordsOf(source.value)}`
  if (source.type === 'url') return wordsOf(source.value)
  return typeof source.data === 'string' ? `data:${mediaType};base64,${source.data}` : wordsOf(source.url)
}
