import type { Part, Session } from '@google/genai'
import { z } from '../../../shared/lib/zod'
import type { FileOf } from '../../storage/attachments/attached-file'
import type { LiveConnectRequest } from './live-connector'
import { inlinePicture, spokenFiles } from './spoken-files'
import type { HistoryTurn } from './trim-history'

const setupFrameSchema = z.looseObject({ setup: z.looseObject({}) })

/** Whether the setup must announce a history. Only if one follows, because the service waits for it. */
export function announcesHistory({ history, capabilities }: Pick<LiveConnectRequest, 'history' | 'capabilities'>): boolean {
  return history.length > 0 && capabilities.history === 'history-config'
}

/** Adds the field that the client library omits to the setup frame (live-spec §1.3, §4 row 21). */
export function withHistoryAnnounced(frame: string): string {
  const { setup } = setupFrameSchema.parse(JSON.parse(frame))
  return JSON.stringify({ setup: { ...setup, historyConfig: { initialHistoryInClientContent: true } } })
}

type SentHistory = Pick<LiveConnectRequest, 'history' | 'capabilities' | 'fileOf'>

/** The limit in bytes for pictures in a history, newest first, because it is one frame. */
const PICTURE_BYTES = 7 * 1024 * 1024

/** For each turn, the user's pictures that fit. */
function pictureParts(history: readonly HistoryTurn[], fileOf: FileOf = () => null): readonly (readonly Part[])[] {
  let left = PICTURE_BYTES
  return history
    .toReversed()
    .map(({ files = [] }) =>
      spokenFiles('', files, fileOf).pictures.flatMap((picture) => {
        if (picture.content.byteLength > left) return []
        left -= picture.content.byteLength
        return [inlinePicture(picture)]
      }),
    )
    .toReversed()
}

/** Sends the history to a new session without requesting an answer; it precedes everything else after the setup. */
export function sendHistory(session: Session, { history, capabilities, fileOf }: SentHistory): void {
  if (history.length === 0 || capabilities.history === 'instruction') return
  const shown = pictureParts(history, fileOf)
  const turns = history.map(({ role, text }, index) => ({ role, parts: [...(shown[index] ?? []), { text }] }))
  // An announced history ends with turnComplete, which requests nothing; any other turnComplete requests an answer.
  session.sendClientContent({ turns, turnComplete: capabilities.history === 'history-config' })
}
