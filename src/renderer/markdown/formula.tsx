import { useLayoutEffect, useRef } from 'react'
import { lazily, useLoaded } from '../ui/use-loaded'
import styles from './markdown.module.css'

const katex = lazily(async () => (await import('katex')).default)

/** The longest formula that is typeset, in UTF-16 units. */
const LONGEST_FORMULA = 2000

interface FormulaProps {
  readonly tex: string
  readonly display: boolean
}

/**
 * A formula as MathML, which the browser renders and a screen reader reads; as source text until the typesetter is
 * loaded, and if it is invalid. Built of elements, never of markup; commands that would link or load are off.
 */
export function Formula({ tex, display }: FormulaProps) {
  const typesetter = useLoaded(tex.length <= LONGEST_FORMULA ? katex : null)
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null || typesetter === null) return
    try {
      typesetter.render(tex, element, {
        displayMode: display,
        output: 'mathml',
        trust: false,
        strict: 'ignore',
        maxExpand: 200,
        maxSize: 20,
      })
    } catch {
      element.textContent = tex
    }
  }, [tex, display, typesetter])
  const look = display ? styles.displayMath : styles.inlineMath
  // React does not own the typesetter's nodes: another element replaces them
  if (typesetter === null)
    return (
      <code className={look} dir="ltr">
        {tex}
      </code>
    )
  return <span ref={place} className={look} {...(display && { tabIndex: 0 })} translate="no" dir="ltr" />
}
