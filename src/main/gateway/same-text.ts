import { createHash, timingSafeEqual } from 'node:crypto'

/** sha-256 (hex) of a text. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Compares in a time that tells nothing of where two texts differ, nor of their lengths. */
export function isSameText(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()
  return timingSafeEqual(digest(one), digest(other))
}
