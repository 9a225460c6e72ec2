import { type StreamDecoder, utf8StreamDecoder } from '../../src/shared/lib/utf8'

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
export function createSseEvents(decode: StreamDecoder = utf8StreamDecoder(), longestEvent = LONGEST_EVENT): SseEvents {
  let ready: string[] = []
  /** Beginnings of the line that has not ended yet, kept apart so that a long one is put together once. */
  let begun: string[] = []
  let begunLength = 0
  let data: string | null = null
  let endedWithReturn = false

  function endEvent(): void {
    if (data !== null && data !== '') ready.push(data)
    data = null
  }

  /** Ends the line that these places of the text hold, without its line end. */
  function endLine(text: string, start: number, end: number): void {
    if (start === end) endEvent()
    else if (text.startsWith('data', start)) {
      const value = end - start === 4 ? '' : dataOf(text, start, end)
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

  /** Ends the line that began in earlier pieces. */
  function endBegun(end: string): void {
    begin(end)
    const line = begun.join('')
    begun = []
    begunLength = 0
    endLine(line, 0, withoutReturn(line, line.length))
  }

  function takeText(piece: string): void {
    const text = withLineFeeds(piece)
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = nextLineFeed(text, start)) {
      if (begun.length === 0) endLine(text, start, withoutReturn(text, end))
      else endBegun(text.slice(start, end))
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
      endBegun('')
      endEvent()
      return taken()
    },
  }
}

// a CRLF can stay as it is: its CR is taken off the line
function hasLoneReturn(text: string): boolean {
  let at = text.indexOf('\r')
  while (at >= 0) {
    if (text.charCodeAt(at + 1) !== LINE_FEED) return true
    const behind = at + 2
    at = text.charCodeAt(behind) === RETURN ? behind : text.indexOf('\r', behind)
  }
  return false
}

/** Most lines are followed by an empty one: its end needs no search. */
function nextLineFeed(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === LINE_FEED) return start
  return first === RETURN ? start + 1 : text.indexOf('\n', start)
}

function withoutReturn(text: string, end: number): number {
  return text.charCodeAt(end - 1) === RETURN ? end - 1 : end
}

/** The value of a `data:` line, without the one space that may follow the colon; null for a field of another name. */
function dataOf(line: string, start: number, end: number): string | null {
  if (line.charCodeAt(start + 4) !== COLON) return null
  return line.slice(line.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5, end)
}

const LINE_FEED = 10
const RETURN = 13
const SPACE = 32
const COLON = 58
