import type { JsonObject, JsonValue } from '../../shared/lib/json'
import { z } from '../../shared/lib/zod'
import { serverNote } from '../../shared/servers/server-content'

/** The most characters of a result that the model gets. */
export const longestResult = 16_000
/** The most parts of a result that are listed. */
const MOST_PARTS = 100

const partSchema = z.looseObject({ type: z.string() })
/** A tool's result (MCP `CallToolResult`): the fields that Parley uses. */
const resultSchema = z.looseObject({
  content: z.array(partSchema).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
})

/** How a call ended: what the model and the thread get, or why the server says that it failed. */
export type CallResult = { readonly kind: 'result'; readonly output: JsonObject } | { readonly kind: 'failed'; readonly reason: string }

/**
 * Reads the result of a call: text, structured content, and a list of everything else. Links are not followed. What is too long is cut,
 * and the output says so.
 */
export function readCallResult(server: string, result: unknown): CallResult {
  const parsed = resultSchema.safeParse(result)
  if (!parsed.success) return { kind: 'failed', reason: 'the result is not one of MCP' }
  const { content, structuredContent, isError } = parsed.data
  const texts = content.flatMap((part) => (part.type === 'text' && typeof part.text === 'string' ? [part.text] : []))
  const text = texts.join('\n')
  if (isError === true) return { kind: 'failed', reason: cut(text === '' ? 'no reason given' : text, 2000) }
  const structured = jsonOf(structuredContent)
  // servers repeat structured content as text
  const isRepeated = structured !== null && texts.length === 1 && sameJson(text, structured)
  const wholeStructured = structured === null ? '' : JSON.stringify(structured)
  const fits = wholeStructured.length <= longestResult
  const shownText = isRepeated && fits ? '' : text
  const others = content.filter(({ type }) => type !== 'text')
  const isCut = shownText.length > longestResult || !fits || others.length > MOST_PARTS
  return {
    kind: 'result',
    output: {
      note: serverNote(server),
      ...(shownText !== '' && { text: cut(shownText, longestResult) }),
      ...(structured !== null && (fits ? { structured } : { structuredText: cut(wholeStructured, longestResult) })),
      ...(others.length > 0 && { others: others.slice(0, MOST_PARTS).map(described) }),
      ...(isCut && { cut: true }),
    },
  }
}

/** A part that is no text: what it is and how large, without its bytes. */
function described(part: z.infer<typeof partSchema>): JsonObject {
  const { type } = part
  const resource = partSchema.partial().safeParse(part.resource).data
  const facts = [part.mimeType ?? resource?.mimeType, part.uri ?? resource?.uri, part.name]
  const [mimeType, uri, name] = facts.map((fact) => (typeof fact === 'string' ? cut(fact, 500) : null))
  const text = typeof resource?.text === 'string' ? cut(resource.text, 4000) : null
  const data = part.data ?? resource?.blob
  return {
    type: cut(type, 50),
    ...(mimeType !== null && mimeType !== undefined && { mimeType }),
    ...(uri !== null && uri !== undefined && { uri }),
    ...(name !== null && name !== undefined && { name }),
    ...(text !== null && { text }),
    ...(typeof data === 'string' && { bytes: Math.floor((data.length * 3) / 4) }),
  }
}

function jsonOf(value: unknown): JsonValue | null {
  return z.json().nullable().safeParse(value).data ?? null
}

function sameJson(text: string, value: JsonValue): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value)
  } catch {
    return false
  }
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
