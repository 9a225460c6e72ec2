import type { Job } from '../lib/in-slices'

/** A file of conversations without them, and the place of each in its bytes. */
export interface SplitHistory {
  /** The JSON of the file, in which a 0 stands for each conversation. */
  readonly frame: string
  readonly parts: readonly { readonly from: number; readonly to: number }[]
}

/** The frame is a few short fields; more of it is no file of Parley's, and is not parsed. */
const LONGEST_FRAME = 64 * 1024
const STEP_BYTES = 64 * 1024

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, COMMA, COLON] = [...'"\\{}[],:'].map((sign) => sign.charCodeAt(0))
const SPACES: ReadonlySet<number> = new Set([...' \t\r\n'].map((sign) => sign.charCodeAt(0)))

/**
 * Finds the conversations of a file without parsing it, so that each can be read on its own. Null if the file ends too early, or is not
 * an object with at most one list of conversations. Whether the rest is JSON shows when frame and parts are parsed.
 */
export function* splitHistory(bytes: Uint8Array): Job<SplitHistory | null> {
  const parts: { from: number; to: number }[] = []
  let depth = 0
  /** Where the text begins that the scan is in; -1: in none. */
  let text = -1
  /** The latest text of the outermost object, which is a key if a colon follows. */
  let key = ''
  let isValue = false
  /** Where the list of conversations begins and ends; -1: not seen. */
  let listFrom = -1
  let listTo = -1
  /** Where the conversation begins that the scan is in; -1: before one. */
  let from = -1
  for (let at = 0; at < bytes.byteLength; at += 1) {
    if (at % STEP_BYTES === 0) yield
    const byte = bytes[at]
    if (text >= 0) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) {
        if (depth === 1) key = Buffer.from(bytes.subarray(text, Math.min(at, text + 20))).toString('latin1')
        text = -1
      }
      continue
    }
    const inList = listFrom >= 0 && listTo < 0
    if (inList && depth === 2 && (byte === COMMA || byte === CLOSE_LIST)) {
      if (from >= 0 || byte === COMMA || parts.length > 0) parts.push({ from: from < 0 ? at : from, to: at })
      from = -1
    } else if (inList && from < 0 && byte !== undefined && !SPACES.has(byte)) from = at
    if (byte === QUOTE) text = at + 1
    else if (byte === COLON && depth === 1) isValue = true
    else if (byte === OPEN || byte === OPEN_LIST) {
      depth += 1
      if (byte === OPEN_LIST && depth === 2 && isValue && key === 'conversations') {
        if (listFrom >= 0) return null
        listFrom = at + 1
      }
      if (depth === 2) isValue = false
    } else if (byte === CLOSE || byte === CLOSE_LIST) {
      depth -= 1
      if (depth === 1 && inList) listTo = at
    } else if (byte === COMMA && depth === 1) isValue = false
  }
  if (depth !== 0 || text >= 0) return null
  const outside = listFrom < 0 ? [bytes] : [bytes.subarray(0, listFrom), bytes.subarray(listTo)]
  if (outside.reduce((sum, { byteLength }) => sum + byteLength, 0) > LONGEST_FRAME) return null
  const [before = '', after = ''] = outside.map(textOf)
  return { frame: `${before}${parts.map(() => 0).join()}${after}`, parts }
}

/** The text of bytes, empty if they are no UTF-8. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return ''
  }
}
