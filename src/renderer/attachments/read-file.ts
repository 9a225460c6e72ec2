import { largestAttachment } from '../../shared/attachments/attachment'
import { broken, type FileFacts, inspectFile, tooLarge } from '../../shared/attachments/inspect-file'
import { type Result, success } from '../../shared/lib/result'

/** A file that can be sent to main. */
export interface ReadFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The first image as PNG, for a format that models don't accept. */
  readonly still: Uint8Array<ArrayBuffer> | null
}

/** Image formats that every model accepts. */
const NEED_NO_STILL = ['image/png', 'image/jpeg']

/**
 * Reads a file that the user gave to the page. Its type and image size are read from the headers first; only then an image
 * is decoded, to check that it can be.
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

/** Null if the file can't be read, for example because it is a folder. */
async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    return null
  }
}
