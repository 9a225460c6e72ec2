import { utf8StreamDecoder } from '../lib/utf8'

/** Longer events (in UTF-16 units) are cut: their JSON is broken then, and memory stays bounded whatever comes. */
const LONGEST_EVENT = 256 * 1024 * 1024

/** Splits a `text/event-stream` into its events while it comes in. */
export interface SseEvents {
  /** Takes a piece of any size, cut anywhere; returns the data of every event that it ends. */
  push(piece: Uint8Array | string): readonly string[]
  /** The stream is over: returns the data of a last event that lacks its blank line. */
  end(): readonly string[]
}

/**
 * A splitter for one stream. Lines end with LF, CRLF or CR; several `data` lines of an event are joined by a line feed;
 * comments and the fields `event`, `id` and `retry` are nothing to us, and neither is an event without data.
 */
export function createSseEvents(longestEvent = LONGEST_EVENT): SseEvents {
  const decode = utf8StreamDecoder()
  let ready: string[] = []
  /** Beginnings of the line that has not ended yet, kept apart so that a long one is put together once. */
  let begun: string[] = []
  let begunLength = 0
  let data: string | null = null
  let endedWithReturn = false

  function endLine(ended: string): void {
    const line = ended.endsWith('\r') ? ended.slice(0, -1) : ended
    if (line === '') {
      if (data !== null && data !== '') ready.push(data)
      data = null
    } else if (line.startsWith('data')) {
      const value = line.length === 4 ? '' : dataOf(line)
      if (value !== null) data = data === null ? value : joined(data, value)
    }
  }

  function joined(before: string, value: string): string {
    return before.length >= longestEvent ? before : `${before}\n${value}`
  }

  function begin(text: string): void {
    if (text === '' || begunLength >= longestEvent) return
    begun.push(text)
    begunLength += text.length
  }

  function wholeLine(end: string): string {
    if (begun.length === 0) return end
    begin(end)
    const line = begun.join('')
    begun = []
    begunLength = 0
    return line
  }

  function takeText(piece: string): void {
    const text = withLineFeeds(piece)
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      endLine(wholeLine(text.slice(start, end)))
      start = end + 1
    }
    begin(text.slice(start))
  }

  // a line end of two characters may be cut between them
  function withLineFeeds(piece: string): string {
    if (piece === '') return piece
    const text = endedWithReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    endedWithReturn = piece.endsWith('\r')
    return hasLoneReturn(text) ? text.replaceAll(/\r\n?/g, '\n') : text
  }

  function taken(): readonly string[] {
    const events = ready
    ready = []
    return events
  }

  return {
    push(piece) {
      takeText(typeof piece === 'string' ? piece : decode(piece))
      return taken()
    },
    end() {
      takeText(decode())
      endLine(wholeLine(''))
      endLine('')
      return taken()
    },
  }
}

// a CRLF can stay as it is: its CR is taken off the line
function hasLoneReturn(text: string): boolean {
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) if (text.charCodeAt(at + 1) !== LINE_FEED) return true
  return false
}

/** The value of a `data:` line, without the one space that may follow the colon; null for a field of another name. */
function dataOf(line: string): string | null {
  if (line.charCodeAt(4) !== COLON) return null
  return line.slice(line.charCodeAt(5) === SPACE ? 6 : 5)
}

const LINE_FEED = 10
const COLON = 58
const SPACE = 32
