import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { useWords } from '../i18n/words'
import type { GivenFile } from '../state/attachment-actions'
import { IconButton } from '../ui/button'

/** Opens the system's dialog for files to attach. `onFiles` null: there is nothing yet that they belong to. */
export function AttachButton({ onFiles }: { readonly onFiles: ((files: readonly GivenFile[]) => void) | null }) {
  const words = useWords()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={words.say('attach.choose')}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])].map((file) => ({ name: file.name, content: file }))
          // the same file can be chosen again
          event.currentTarget.value = ''
          if (chosen.length > 0) onFiles?.(chosen)
        }}
      />
      <IconButton label={words.say('attach.choose')} disabled={onFiles === null} onClick={() => chooser.current?.click()}>
        <Paperclip size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </>
  )
}
