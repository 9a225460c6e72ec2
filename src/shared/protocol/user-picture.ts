/** A picture that the user shows together with words. `data`: base64. */
export interface UserPicture {
  readonly mediaType: 'image/jpeg' | 'image/png'
  readonly data: string
}

/** How the bytes of each kind begin, in base64: a name alone makes no picture. */
const beginnings: { readonly [Type in UserPicture['mediaType']]: string } = { 'image/jpeg': '/9j/', 'image/png': 'iVBORw0KGgo' }

/** The picture as a data URL, as a file part of a message holds it. */
export function pictureUrl({ mediaType, data }: UserPicture): string {
  return `data:${mediaType};base64,${data}`
}

/** The picture in a data URL; null where it is none that every model reads (JPEG or PNG, in plain base64). */
export function pictureOfUrl(url: string): UserPicture | null {
  const comma = url.indexOf(',')
  const mediaType = /^data:(image\/(?:jpeg|png));base64$/.exec(url.slice(0, Math.max(0, comma)))?.[1]
  const data = url.slice(comma + 1)
  if (mediaType !== 'image/jpeg' && mediaType !== 'image/png') return null
  return data.startsWith(beginnings[mediaType]) && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data) ? { mediaType, data } : null
}
