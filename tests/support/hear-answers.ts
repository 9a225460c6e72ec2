import type { InProcessApp } from './app-in-process'

/** A loudspeaker that takes no time: each call of what it gives hears every answer that has come to its end. */
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
