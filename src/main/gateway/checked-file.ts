import { type AttachmentType, attachmentKind, mostAttachments } from '../../shared/attachments/attachment'
import type { SaidFile } from '../../shared/protocol/dialects/said-content'
import { shownName } from '../storage/attachments/shown-name'
import { type TakenFile, takeInFile } from '../storage/attachments/take-in-file'

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.+-]+=[\w.+-]+)*;base64,([A-Za-z0-9+/]+={0,2})$/
/** Sent by programs that do not know the type, if they send one at all. */
const UNKNOWN = 'application/octet-stream'

const NAMES: Readonly<Record<AttachmentType, string>> = {
  'image/png': 'picture.png',
  'image/jpeg': 'picture.jpg',
  'image/webp': 'picture.webp',
  'image/gif': 'picture.gif',
  'application/pdf': 'document.pdf',
  'text/plain': 'text.txt',
  'audio/wav': 'sound.wav',
  'audio/mp3': 'sound.mp3',
  'audio/aiff': 'sound.aiff',
  'audio/aac': 'sound.aac',
  'audio/ogg': 'sound.ogg',
  'audio/flac': 'sound.flac',
}

/**
 * Checks the file in a data URL as closely as one that the user attaches in the window: by its bytes, size and pixels. Its name and
 * content must be of the same kind. A string result says why the file is refused.
 */
export function checkedFile({ url, name }: SaidFile): TakenFile | string {
  const [, claimed = UNKNOWN, data] = DATA_URL.exec(url) ?? []
  if (data === undefined) return 'Parley takes files as base64 in data URLs: it fetches none.'
  const called = name === '' ? 'A file' : shownName(name)
  const taken = takeInFile(called, Buffer.from(data, 'base64'))
  if (!taken.ok) return taken.error.message
  const { facts, content } = taken.value
  if (!fits(claimed.toLowerCase(), facts.mediaType))
    return `${called} was sent as ${claimed}, and is ${facts.mediaType}, so it was not taken.`
  return { facts: { ...facts, fileName: name === '' ? NAMES[facts.mediaType] : called }, content }
}

/** The files of a message. `problem`: why some are refused; null if all are accepted. */
export function checkedFiles(sent: readonly SaidFile[]): { readonly files: readonly TakenFile[]; readonly problem: string | null } {
  const files: TakenFile[] = []
  if (sent.length > mostAttachments) return { files, problem: `A message carries ${mostAttachments} files at most.` }
  for (const one of sent) {
    const taken = checkedFile(one)
    if (typeof taken === 'string') return { files: [], problem: taken }
    files.push(taken)
  }
  return { files, problem: null }
}

function fits(claimed: string, found: AttachmentType): boolean {
  if (claimed === UNKNOWN) return true
  if (attachmentKind(found) === 'picture' || claimed.startsWith('image/')) return claimed === found
  return attachmentKind(claimed) === attachmentKind(found)
}

const PICTURES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png'])

/** The most pictures that a live client may show at once. */
export const MOST_PICTURES = 4

/** The picture in a data URL, of a type that every model accepts; null for anything else. */
export function checkedPicture(url: string): TakenFile | null {
  const taken = checkedFile({ url, name: '' })
  return typeof taken !== 'string' && PICTURES.has(taken.facts.mediaType) ? taken : null
}
