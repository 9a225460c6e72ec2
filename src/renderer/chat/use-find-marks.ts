import { type RefObject, useEffect, useRef } from 'react'
import { findPattern } from './find-in-thread'
import type { FoundInThread } from './use-find'

/** Names of the highlights in the stylesheet: every occurrence, and the one that the bar is at. */
const EVERY = 'found'
const CURRENT = 'found-current'

/** Text that is no part of what was said. */
const NOT_WORDS = 'button, figcaption, details, svg, [aria-hidden="true"], .visually-hidden'
const BLOCK = 'p, li, td, th, h1, h2, h3, h4, pre, blockquote, [data-words]'

/**
 * Marks the searched text in the rendered messages, also in those that are rendered later, and scrolls the current place into view
 * as soon as it is rendered. `leaveEnd` keeps the thread from following its end.
 */
export function useFindMarks(thread: RefObject<HTMLElement | null>, find: FoundInThread | null, leaveEnd: () => void): void {
  const scrolledTo = useRef<FoundInThread['place']>(null)
  const query = find?.query ?? ''
  const place = find?.place ?? null
  useEffect(() => {
    const element = thread.current
    const pattern = findPattern(query)
    if (element === null || pattern === null) return
    let frame = 0
    const mark = () => {
      frame = 0
      const ranges = new Map<string, readonly Range[]>()
      for (const message of element.querySelectorAll<HTMLElement>('[data-message]')) {
        ranges.set(message.dataset.message ?? '', rangesIn(message, pattern))
      }
      const here = place === null ? [] : (ranges.get(place.messageId) ?? [])
      // what is shown may have fewer occurrences than what was written
      const current = here[Math.min(place?.nth ?? 0, here.length - 1)]
      CSS.highlights.set(EVERY, new Highlight(...[...ranges.values()].flat()))
      CSS.highlights.set(CURRENT, new Highlight(...(current === undefined ? [] : [current])))
      if (current === undefined || scrolledTo.current === place) return
      scrolledTo.current = place
      leaveEnd()
      intoView(element, current)
    }
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(mark)
    }
    const changes = new MutationObserver(later)
    changes.observe(element, { childList: true, characterData: true, subtree: true })
    mark()
    return () => {
      changes.disconnect()
      cancelAnimationFrame(frame)
      CSS.highlights.delete(EVERY)
      CSS.highlights.delete(CURRENT)
    }
  }, [thread, query, place, leaveEnd])
}

/** Centres the range, unless it is in view already. */
function intoView(scroller: HTMLElement, range: Range): void {
  const [room, box] = [scroller.getBoundingClientRect(), range.getBoundingClientRect()]
  // the bar covers the top
  if (box.top > room.top + room.height / 5 && box.bottom < room.bottom - room.height / 10) return
  scroller.scrollTop += box.top - room.top - room.height / 2
}

function rangesIn(message: HTMLElement, pattern: RegExp): readonly Range[] {
  return [...message.querySelectorAll<HTMLElement>('[data-words]')]
    .filter((words) => words.closest('details') === null)
    .flatMap((words) => {
      const pieces = piecesOf(words)
      const text = pieces.map((piece) => piece.text).join('')
      return [...text.matchAll(pattern)].map(({ index, 0: found }) => {
        const range = new Range()
        const [start, end] = [pieceAt(pieces, index), pieceAt(pieces, index + found.length - 1)]
        if (start !== undefined) range.setStart(start.node, index - start.at)
        if (end !== undefined) range.setEnd(end.node, index + found.length - end.at)
        return range
      })
    })
}

interface Piece {
  readonly node: Node
  /** its text; one that begins another block is separated from the text before it */
  readonly text: string
  /** where the node's own text begins in the whole */
  readonly at: number
}

function piecesOf(words: HTMLElement): readonly Piece[] {
  const pieces: Piece[] = []
  const nodes = document.createTreeWalker(words, NodeFilter.SHOW_TEXT)
  let [length, block] = [0, null as Element | null]
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const parent = node.parentElement
    if (parent === null || (parent !== words && parent.closest(NOT_WORDS) !== null)) continue
    const own = node.textContent ?? ''
    const around = parent.closest(BLOCK)
    const gap = block !== null && around !== block ? '\n' : ''
    pieces.push({ node, text: `${gap}${own}`, at: length + gap.length })
    length += gap.length + own.length
    block = around
  }
  return pieces
}

function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
  return pieces.find(({ at, text, node }) => offset >= at && offset < at + (node.textContent ?? text).length)
}
