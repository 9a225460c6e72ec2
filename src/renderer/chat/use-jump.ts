import { type RefObject, useEffect, useRef } from 'react'
import { termPattern } from '../../shared/history/search-terms'
import { useApp, useServices } from '../state/context'

/** Name of the highlight in the stylesheet. */
const FOUND = 'found'

/**
 * Scrolls a found message into view once it is rendered, focuses it and highlights the searched words. `leaveEnd` keeps the
 * thread from following its end meanwhile; `drawn` changes with what is rendered.
 */
export function useJump(thread: RefObject<HTMLElement | null>, leaveEnd: () => void, drawn: string): void {
  const { actions } = useServices()
  /** the message that is searched for in the other branches of its thread */
  const missed = useRef<string | null>(null)
  const jump = useApp((state) => state.jump)
  const conversationId = useApp((state) => state.currentConversationId)
  const loaded = useApp((state) => (conversationId === null ? undefined : state.threads[conversationId]))
  const unread = useApp((state) => (conversationId === null ? 0 : (state.unread[conversationId] ?? 0)))

  // biome-ignore lint/correctness/useExhaustiveDependencies: searched again when the thread has been read
  useEffect(() => {
    if (jump === null || jump.conversationId !== conversationId) return
    const element = [...(thread.current?.querySelectorAll<HTMLElement>('[data-message]') ?? [])].find(
      ({ dataset }) => dataset.message === jump.messageId,
    )
    if (element === undefined) {
      const isHere = unread > 0 || (loaded?.thread.messages.some(({ id }) => id === jump.messageId) ?? true)
      if (!isHere && missed.current !== jump.messageId) {
        missed.current = jump.messageId
        void actions.findInBranch(jump.conversationId, jump.messageId)
      }
      return
    }
    missed.current = null
    leaveEnd()
    element.scrollIntoView({ block: 'center' })
    element.focus({ preventScroll: true })
    markWords(element, jump.terms)
    actions.jumped()
  }, [jump, conversationId, loaded, actions, drawn])

  useEffect(() => () => void CSS.highlights.delete(FOUND), [])
}

function markWords(element: HTMLElement, terms: readonly string[]): void {
  const pattern = termPattern(terms)
  const ranges: Range[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null && pattern !== null; node = texts.nextNode()) {
    for (const match of (node.textContent ?? '').matchAll(pattern)) {
      const range = new Range()
      range.setStart(node, match.index)
      range.setEnd(node, match.index + match[0].length)
      ranges.push(range)
    }
  }
  CSS.highlights.set(FOUND, new Highlight(...ranges))
}
