import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import type { SelectedFile } from '../state/attachment-actions'
import { IconButton } from '../ui/button'

/** Opens the system's dialog for files to attach. `onFiles` null: there is no conversation for them yet. */
export function AttachButton({ onFiles }: { readonly onFiles: ((files: readonly SelectedFile[]) => void) | null }) {
  const i18n = useI18n()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={i18n.t('attach.choose')}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])].map((file) => ({ name: file.name, content: file }))
          // allows the same file to be chosen again
          event.currentTarget.value = ''
          if (chosen.length > 0) onFiles?.(chosen)
        }}
      />
      <IconButton label={i18n.t('attach.choose')} disabled={onFiles === null} onClick={() => chooser.current?.click()}>
        <Paperclip size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </>
  )
}
