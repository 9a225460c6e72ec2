import { mostPixels } from '../../shared/attachments/attachment'
import { type TakenFile, takeInFile } from '../attachments/take-in-file'

/** A plain base64 data URL of a picture that every model takes. Some clients don't say its type. */
const PICTURE_URL = /^data:(image\/jpeg|image\/png)?;base64,([A-Za-z0-9+/]+={0,2})$/
const NAMES: Readonly<Record<string, string>> = { 'image/jpeg': 'picture.jpg', 'image/png': 'picture.png' }

/** Pictures that one message shows at most. */
export const MOST_PICTURES = 4

/** The picture in a data URL; null where it is none, where its bytes are of another kind, or where it claims too many pixels. */
export function checkedPicture(url: string): TakenFile | null {
  const [, claimed, data] = PICTURE_URL.exec(url) ?? []
  if (data === undefined) return null
  const taken = takeInFile('picture', Buffer.from(data, 'base64'))
  if (!taken.ok) return null
  const { facts, content } = taken.value
  const fileName = NAMES[facts.mediaType]
  if (fileName === undefined || (claimed !== undefined && claimed !== facts.mediaType)) return null
  return { facts: { ...facts, fileName }, content }
}

/** The pictures of a message. `problem`: why not all of them can be taken; null where they can. */
export function checkedPictures(urls: readonly string[]): { readonly pictures: readonly TakenFile[]; readonly problem: string | null } {
  const found = urls.map(checkedPicture)
  const pictures = found.filter((picture) => picture !== null)
  if (pictures.length < found.length)
    return {
      pictures,
      problem: `Parley takes pictures (JPEG or PNG of at most ${mostPixels / 1_000_000} million pixels, as data URLs) and no other files.`,
    }
  return { pictures, problem: pictures.length > MOST_PICTURES ? `A message shows ${MOST_PICTURES} pictures at most.` : null }
}
