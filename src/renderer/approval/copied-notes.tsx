import { Quote } from 'lucide-react'
import { copiedNote } from '../../shared/approvals/copied-note'
import type { CopiedText } from '../../shared/approvals/copied-text'
import { useI18n } from '../i18n/i18n-provider'

interface CopiedNotesProps {
  readonly copied: readonly CopiedText[]
  readonly className: string | undefined
}

/** Which arguments contain text of servers, files or the clipboard: a line for each, in the style of the card. */
export function CopiedNotes({ copied, className }: CopiedNotesProps) {
  const i18n = useI18n()
  return copied.map((one) => {
    const note = copiedNote(one, i18n)
    return (
      <p key={note} className={className}>
        <Quote size={14} strokeWidth={2} aria-hidden />
        <span>{note}</span>
      </p>
    )
  })
}
