import { type RefObject, useEffect, useState } from 'react'
import { longestText } from '../../shared/ipc/limits'
import type { SelectedFile } from '../state/attachment-actions'

/**
 * Receives files that are pasted into a field or dropped anywhere in the window, and pasted text longer than any message: it becomes a
 * file called `textName`, because rendering it would block the page. True while files are dragged over the window.
 */
export function useSelectedFiles(
  field: RefObject<HTMLTextAreaElement | null>,
  textName: string,
  take: (files: readonly SelectedFile[]) => void,
): boolean {
  const [dragged, setDragged] = useState(false)
  useEffect(() => {
    const element = field.current
    if (element === null) return
    const given = (event: Event, data: DataTransfer | null) => {
      if (data === null || data.files.length === 0) return
      event.preventDefault()
      take([...data.files].map((file) => ({ name: file.name, content: file })))
    }
    const paste = (event: ClipboardEvent) => {
      const { clipboardData: data } = event
      // a table or passage from a page is pasted with an image of itself: its text is what was meant. A file is pasted
      // with its path.
      const isPassage = data !== null && data.getData('text/html') !== '' && data.getData('text/plain') !== ''
      if (!isPassage) given(event, data)
    }
    const before = (event: InputEvent) => {
      const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
      if (!/^insertFrom(?:Paste|Drop)/.test(event.inputType) || text.length <= longestText) return
      event.preventDefault()
      take([{ name: textName, content: new Blob([text]) }])
    }
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      event.preventDefault()
      setDragged(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      // when it moves from one element to another, it is still over the window
      if (relatedTarget === null) setDragged(false)
    }
    const drop = (event: DragEvent) => {
      setDragged(false)
      given(event, event.dataTransfer)
    }
    element.addEventListener('paste', paste)
    element.addEventListener('beforeinput', before)
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      element.removeEventListener('paste', paste)
      element.removeEventListener('beforeinput', before)
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
      setDragged(false)
    }
  }, [field, textName, take])
  return dragged
}
