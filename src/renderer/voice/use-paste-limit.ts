import { type RefObject, useEffect, useState } from 'react'
import { longestText } from '../../shared/ipc/limits'

/**
 * Keeps out of a field what is pasted or dropped into it and is longer than any message: laying it out would stop the page.
 * Gives how long it was, until something is put into the field.
 */
export function usePasteLimit(field: RefObject<HTMLTextAreaElement | null>): number | null {
  const [refused, setRefused] = useState<number | null>(null)
  useEffect(() => {
    const element = field.current
    if (element === null) return
    const look = (event: InputEvent) => {
      const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
      const tooLong = /^insertFrom(?:Paste|Drop)/.test(event.inputType) && text.length > longestText
      if (tooLong) event.preventDefault()
      setRefused(tooLong ? text.length : null)
    }
    element.addEventListener('beforeinput', look)
    return () => element.removeEventListener('beforeinput', look)
  }, [field])
  return refused
}
