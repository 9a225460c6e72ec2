import type { InProcessApp } from './app-in-process'

/** A loudspeaker without delay: each call of the returned function plays every answer that has ended. */
export function hearAnswers(app: InProcessApp, conversationId: string): () => void {
  const heard = new Set<string>()
  return () => {
    for (const { turnId } of app.told('playback.end')) {
      if (heard.has(turnId)) continue
      heard.add(turnId)
      void app.call('playback.position', { conversationId, turnId, samples: 0, done: true })
    }
  }
}
