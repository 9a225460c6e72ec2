import type { ReactNode } from 'react'

interface ThreadEntryProps {
  readonly className: string | undefined
  /** who speaks */
  readonly label: string
  readonly messageId: string
  /** its place among all messages of the thread, from 1: only part of a long thread is rendered */
  readonly position: number
  readonly count: number
  readonly children: ReactNode
}

/** One message of a thread, the unit for screen readers and links. */
export function ThreadEntry({ className, label, messageId, position, count, children }: ThreadEntryProps) {
  return (
    <article className={className} aria-label={label} data-message={messageId} aria-posinset={position} aria-setsize={count} tabIndex={-1}>
      {children}
    </article>
  )
}
