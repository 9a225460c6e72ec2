import { AudioLines, FileText, Image, type LucideIcon, ScrollText } from 'lucide-react'
import { type Attachment, attachmentKind } from '../../shared/attachments/attachment'

const MARKS: { readonly [Kind in ReturnType<typeof attachmentKind>]: LucideIcon } = {
  picture: Image,
  sound: AudioLines,
  document: ScrollText,
  text: FileText,
}

/** The icon of a kind of file. */
export function FileMark({ mediaType }: Pick<Attachment, 'mediaType'>) {
  const Mark = MARKS[attachmentKind(mediaType)]
  return <Mark size={16} strokeWidth={1.75} aria-hidden />
}
