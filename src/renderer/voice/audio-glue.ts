import type { TalkState } from '../../shared/ipc/schemas'
import { assertNever } from '../../shared/lib/assert-never'
import { createCapture } from '../audio/capture'
import type { Loudspeaker } from '../audio/loudspeaker'
import { createPlayback } from '../audio/playback'
import { createSoundLines } from '../audio/sound-lines'
import type { AppStore } from '../state/store'
import { createHeardPositions, type HeardPositions } from './heard-positions'

/** What the page may hear of the audio path. */
export interface AudioGlue {
  /** How far each turn was heard, for the captions. */
  readonly heard: HeardPositions
  dispose(): void
}

/**
 * Joins microphone and loudspeaker to main, with no React on the way: talk states open and close the microphone, its
 * frames and main's sound go over lines of their own, and positions come back. `onTrouble` hears what main can't know.
 */
export function startAudioGlue(
  store: AppStore,
  loudspeaker: Loudspeaker,
  onTrouble: (kind: 'microphone-silent' | 'microphone-muted' | 'microphone-replaced' | 'sound-blocked', there: boolean) => void,
): AudioGlue {
  const { api, client } = store
  const heard = createHeardPositions()
  const lines = createSoundLines(window.parley, client)

  const playback = createPlayback({
    openLine: lines.playback,
    onReceived: heard.received,
    onPosition({ conversationId, turnId }, samples, done) {
      heard.moved(turnId, samples)
      void client.call('playback.position', { conversationId, turnId, samples, done })
    },
    onBlocked: (blocked) => onTrouble('sound-blocked', blocked),
    route: loudspeaker.route,
  })

  const capture = createCapture({
    getConstraints() {
      const { microphoneId, echoCancellation, noiseSuppression, autoGainControl, warmMicrophone } = api.getState().settings
      return { microphoneId, echoCancellation, noiseSuppression, autoGainControl, warmMicrophone }
    },
    openLine: lines.capture,
    // a page that was just allowed the microphone now also sees the outputs
    onStart: loudspeaker.refresh,
    onEnd: (talkId) => void client.call('microphone.ended', { talkId }),
    onFailure(failure, talkId) {
      // without a talk only the warm microphone was lost: the next talk opens it anew and says what is wrong then
      if (talkId !== null) void client.call('microphone.failed', { talkId, reason: failure.reason, detail: failure.detail })
    },
    onMuted: (muted) => onTrouble('microphone-muted', muted),
    onSilent: () => onTrouble('microphone-silent', true),
    onDefaultUsed: () => onTrouble('microphone-replaced', true),
  })

  const follow = (talk: TalkState, before: TalkState) => {
    switch (talk.phase) {
      case 'idle':
        if (before.phase !== 'idle') capture.cancel()
        break
      case 'arming':
      case 'listening':
        // a talk that goes on after its tail has begun keeps its id: capture goes on with it
        if (before.phase === 'idle' || before.phase === 'tail' || before.talkId !== talk.talkId) capture.start(talk.talkId)
        break
      case 'tail':
        if (before.phase !== 'tail') capture.stop()
        break
      default:
        assertNever(talk, 'talk state')
    }
  }

  playback.setVolume(api.getState().settings.volume)
  playback.setSpeed(api.getState().settings.speakingSpeed)
  capture.refresh()
  follow(api.getState().talk, { phase: 'idle' })

  const stops = [
    lines.close,
    api.subscribe((state, before) => {
      if (state.muted !== before.muted) playback.setMuted(state.muted)
      if (state.talk !== before.talk) follow(state.talk, before.talk)
      if (state.settings === before.settings) return
      playback.setVolume(state.settings.volume)
      if (state.settings.speakingSpeed !== before.settings.speakingSpeed) playback.setSpeed(state.settings.speakingSpeed)
      capture.refresh()
    }),
  ]

  const dispose = (): void => {
    for (const stop of stops) stop()
    capture.close()
    playback.close()
    loudspeaker.close()
  }
  // without main nobody decides what may sound or be heard
  stops.push(client.onLost(dispose))
  return { heard, dispose }
}
