import { mostAttachments } from '../../../shared/attachments/attachment'
import { jpegSize } from '../../../shared/sight/jpeg'
import { invalidArgument } from './client-violation'
import { checkMedia } from './media-rules'

/** Twice the edge of a frame that the models are given (live-spec §2 "Limits"). */
const LONGEST_EDGE = 2 * 768
/** The time over which the rate is counted, in ms. */
const WINDOW_MS = 10_000
/** One frame a second, and the pictures of one message, which come at once. */
const MOST_PICTURES = WINDOW_MS / 1000 + mostAttachments

/** Checks a picture of `realtimeInput.video`: what its type says, and no larger than a frame may be. */
export function checkPicture(mimeType: string, data: Buffer): void {
  checkMedia(mimeType, data)
  if (mimeType !== 'image/jpeg') return
  const size = jpegSize(data)
  if (size === null) throw invalidArgument('Unable to process input image. Please retry or report in the support forum.')
  if (Math.max(size.width, size.height) > LONGEST_EDGE)
    throw invalidArgument(`realtimeInput.video is ${size.width} × ${size.height}; its longest edge may have ${LONGEST_EDGE} pixels.`)
}

/** Refuses more than one frame a second, counted over ten seconds. */
export class VideoRate {
  private times: readonly number[] = []

  /** `now` in ms. */
  add(now: number): void {
    this.times = [...this.times.filter((time) => now - time < WINDOW_MS), now]
    if (this.times.length > MOST_PICTURES) throw invalidArgument('realtimeInput.video takes at most one frame a second.')
  }
}
