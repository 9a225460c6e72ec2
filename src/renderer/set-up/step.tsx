import { CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import styles from './step.module.css'

/** What every step gets from its frame. */
export interface StepProps {
  /** Sets whether the user can continue. */
  ready(isReady: boolean): void
  /** Called before continuing; false stays on this step. */
  readonly before: RefObject<(() => Promise<boolean>) | null>
  goOn(): void
  /** Ends the first run and opens the conversation. */
  finish(): void
}

/** The step's name and purpose. The name gets the focus, so that a screen reader begins there. */
export function StepTitle({ title, line }: { readonly title: string; readonly line: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <header className={styles.head}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <p className={styles.line}>{line}</p>
    </header>
  )
}

/** The result of one test: works, does not work, or in progress. */
export function TestResult({ kind, children }: { readonly kind: 'good' | 'warning' | 'bad' | 'busy'; readonly children: ReactNode }) {
  const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const
  return (
    <p className={`${styles.testLine} ${styles[kind]}`}>
      {kind === 'good' ? <CircleCheck {...icon} /> : kind === 'busy' ? <LoaderCircle {...icon} /> : <TriangleAlert {...icon} />}
      <span>{children}</span>
    </p>
  )
}
