import { longestFileName } from '../../../shared/attachments/attachment'

/** The name of a file for display and writing: without folders and characters that hide its type; never empty. */
export function shownName(name: string): string {
  const own = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const plain = own
    .replace(/[\p{Cc}\p{Cf}\p{Bidi_Control}\p{Surrogate}<>:"|?*]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/gu, '')
  if (plain === '') return 'file'
  if (plain.length <= longestFileName) return plain
  // the end shows the type, the beginning the file
  const end = plain.slice(-20)
  return `${plain.slice(0, longestFileName - end.length - 1)}…${end}`.replace(/\p{Surrogate}/gu, '')
}
