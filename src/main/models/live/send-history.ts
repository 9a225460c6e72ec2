import type { Part, Session } from '@google/genai'
import { z } from '../../../shared/lib/zod'
import type { FileOf } from '../../storage/attachments/attached-file'
import type { HistoryTurn } from './history'
import type { LiveConnectRequest } from './live-connector'
import { inlinePicture, spokenFiles } from './spoken-files'

const setupFrameSchema = z.looseObject({ setup: z.looseObject({}) })

/** Whether the setup must say that a history follows. Only then: the service waits for one that was announced. */
export function announcesHistory({ history, capabilities }: Pick<LiveConnectRequest, 'history' | 'capabilities'>): boolean {
  return history.length > 0 && capabilities.history === 'history-config'
}

/** The setup frame with the field that the client library leaves out (live-spec §1.3, §4 row 21). */
export function withHistoryAnnounced(frame: string): string {
  const { setup } = setupFrameSchema.parse(JSON.parse(frame))
  return JSON.stringify({ setup: { ...setup, historyConfig: { initialHistoryInClientContent: true } } })
}

type SentHistory = Pick<LiveConnectRequest, 'history' | 'capabilities' | 'fileOf'>

/** So many bytes of pictures go with a history, the newest first: it is one frame. */
const PICTURE_BYTES = 7 * 1024 * 1024

/** For each turn the pictures that the user sent with it, as far as there is room. */
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

/** Tells a new session what was said before, without asking for an answer; first of all that is sent after the setup. */
export function sendHistory(session: Session, { history, capabilities, fileOf }: SentHistory): void {
  if (history.length === 0 || capabilities.history === 'instruction') return
  const shown = pictureParts(history, fileOf)
  const turns = history.map(({ role, text }, index) => ({ role, parts: [...(shown[index] ?? []), { text }] }))
  // An announced history is ended by turnComplete, which asks for nothing; any other turnComplete asks for an answer.
  session.sendClientContent({ turns, turnComplete: capabilities.history === 'history-config' })
}
