import type { TakenFile } from '../storage/attachments/take-in-file'
import { checkedFile } from './checked-file'

const PICTURES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png'])

/** Pictures that a live client shows at most at once. */
export const MOST_PICTURES = 4

/** The picture in a data URL, of a kind that every model takes; null for anything else. */
export function checkedPicture(url: string): TakenFile | null {
  const taken = checkedFile({ url, name: '' })
  return typeof taken !== 'string' && PICTURES.has(taken.facts.mediaType) ? taken : null
}
