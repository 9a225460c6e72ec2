import { type Region, regionPixels } from '../../shared/sight/region'

/** This part of a picture as PNG; null: all of it. Rejects if the picture can't be read. */
export async function cropPicture(png: Uint8Array<ArrayBuffer>, region: Region | null): Promise<Blob> {
  const whole = new Blob([png], { type: 'image/png' })
  if (region === null) return whole
  const picture = await createImageBitmap(whole)
  try {
    const { x, y, width, height } = regionPixels(region, picture.width, picture.height)
    const canvas = new OffscreenCanvas(width, height)
    canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, width, height)
    return await canvas.convertToBlob({ type: 'image/png' })
  } finally {
    picture.close()
  }
}
