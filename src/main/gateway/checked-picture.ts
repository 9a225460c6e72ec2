import { type TakenFile, takeInFile } from '../attachments/take-in-file'

/** A plain base64 data URL of a picture that every model takes, by its type. */
const PICTURE_URL = /^data:(image\/(jpeg|png));base64,([A-Za-z0-9+/]+={0,2})$/

/** The picture in a data URL; null where it is none, where its bytes are of another kind, or where it claims too many pixels. */
export function checkedPicture(url: string): TakenFile | null {
  const [, mediaType, kind, data] = PICTURE_URL.exec(url) ?? []
  if (data === undefined) return null
  const taken = takeInFile(`picture.${kind === 'jpeg' ? 'jpg' : kind}`, Buffer.from(data, 'base64'))
  return taken.ok && taken.value.facts.mediaType === mediaType ? taken.value : null
}
