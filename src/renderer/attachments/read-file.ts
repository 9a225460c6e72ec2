import { largestAttachment } from '../../shared/attachments/attachment'
import { broken, type FileFacts, inspectFile, tooLarge } from '../../shared/attachments/inspect-file'
import { type Result, success } from '../../shared/lib/result'

/** A file that may be given to main. */
export interface ReadFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Of a picture that models don't take as it is, its first image as PNG. */
  readonly still: Uint8Array<ArrayBuffer> | null
}

/** Pictures that every model takes as they are. */
const NEED_NO_STILL = ['image/png', 'image/jpeg']

/**
 * Reads a file that the user gave the page. What it is and how large a picture it holds is read from its headers first; only
 * then a picture is decoded, to see whether it can be.
 */
export async function readFile(file: Blob, name: string): Promise<Result<ReadFile>> {
  if (file.size > largestAttachment) return tooLarge(name)
  const bytes = await bytesOf(file)
  if (bytes === null) return broken(name)
  const found = inspectFile(bytes, name)
  if (!found.ok) return found
  if (found.value === 'text' || found.value.width === null) return success({ bytes, still: null })
  return pictureOf(bytes, found.value, name)
}

async function pictureOf(bytes: Uint8Array<ArrayBuffer>, { mediaType }: FileFacts, name: string): Promise<Result<ReadFile>> {
  let picture: ImageBitmap
  try {
    picture = await createImageBitmap(new Blob([bytes], { type: mediaType }))
  } catch {
    return broken(name)
  }
  try {
    return success({ bytes, still: NEED_NO_STILL.includes(mediaType) ? null : await drawn(picture) })
  } finally {
    picture.close()
  }
}

async function drawn(picture: ImageBitmap): Promise<Uint8Array<ArrayBuffer> | null> {
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return png === null ? null : bytesOf(png)
}

/** Null where the file can't be read, for example because it is a folder. */
async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    return null
  }
}
