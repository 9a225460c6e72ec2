import { Inspection } from '../../src/shared/inspector/inspection'
import type { InProcessApp } from './app-in-process'

/** Reads everything that main recorded of a conversation, piece by piece, as the page does. */
export async function readInspection(app: InProcessApp, conversationId: string): Promise<Inspection> {
  const inspection = new Inspection()
  for (let fromEvent = 0, fromStep = 0, more = true; more; ) {
    const piece = await app.call('inspector.read', { conversationId, fromEvent, fromStep })
    inspection.take(piece.events, piece.steps)
    fromEvent = piece.nextEvent
    fromStep = piece.nextStep
    more = piece.more
  }
  return inspection
}
