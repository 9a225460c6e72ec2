import type { Session } from '@google/genai'
import { z } from '../../shared/lib/zod'
import type { LiveCapabilities } from './capabilities'
import type { HistoryTurn } from './history'
import type { LiveConnectRequest } from './live-connector'

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

/** Tells a new session what was said before, without asking for an answer; first of all that is sent after the setup. */
export function sendHistory(session: Session, history: readonly HistoryTurn[], capabilities: LiveCapabilities): void {
  if (history.length === 0 || capabilities.history === 'instruction') return
  const turns = history.map(({ role, text }) => ({ role, parts: [{ text }] }))
  // An announced history is ended by turnComplete, which asks for nothing; any other turnComplete asks for an answer.
  session.sendClientContent({ turns, turnComplete: capabilities.history === 'history-config' })
}
