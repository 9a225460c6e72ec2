import { afterEach } from 'vitest'
import type { Settings } from '../../src/shared/ipc/schemas'
import { type RunningApp, startApp } from './app'
import { type TalkKey, talkKeyOf } from './talk-key'
import type { VirtualSoundCard } from './virtual-sound-card'

/** Constraints that leave the microphone's sound unprocessed: its waveform or pitch is measured. */
export const untouched = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }

/** The parts of a test with sound in the whole app; all of them are stopped after the test, newest first. */
export interface SoundStage {
  keep<Part extends { close(): Promise<unknown> }>(part: Part): Part
  /**
   * The app with that sound card, and that server in the model's place. A failed test reports its screen and its log.
   */
  start(card: VirtualSoundCard, server: { readonly baseUrl: string }, settings?: Partial<Settings>): Promise<RunningApp>
  /** The talk key of the app. */
  key(app: RunningApp): Promise<TalkKey>
}

/** Creates the stage of a test file. */
export function soundStage(): SoundStage {
  const parts: { close(): Promise<unknown> }[] = []
  let app: RunningApp | null = null

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await app?.report(task.name)
    app = null
    for (const part of parts.splice(0).reverse()) await part.close()
  })

  function keep<Part extends { close(): Promise<unknown> }>(part: Part): Part {
    parts.push(part)
    return part
  }

  return {
    keep,
    async start(card, server, settings = {}) {
      const started = await startApp({
        soundCard: card,
        settings,
        environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl },
      })
      app = started
      keep({ close: started.remove })
      return started
    },
    async key(of) {
      const key = await talkKeyOf(of)
      keep({ close: key.dispose })
      return key
    },
  }
}
