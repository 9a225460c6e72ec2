import type { TalkState } from '../../shared/ipc/schemas'
import { assertNever } from '../../shared/lib/assert-never'
import { isHandsFree, isTalking } from '../../shared/talk/talk-facts'
import { type AudioChannels, createAudioChannels } from '../audio/audio-channels'
import { createCapture } from '../audio/capture'
import type { Loudspeaker } from '../audio/loudspeaker'
import { createPlayback } from '../audio/playback'
import { startSoundRevival } from '../audio/sound-revival'
import { startVoiceWorker } from '../audio/voice/start-voice-worker'
import type { AppStore } from '../state/store'
import { createHandsFreeVoice } from './hands-free'
import { isAudioExpected } from './is-audio-expected'
import type { PlayedPositions } from './played-positions'
import { soundingTurns } from './sounding-turns'

/** Sound problems that the page reports, because main can't know them. */
type SoundTrouble = 'microphone-silent' | 'microphone-muted' | 'microphone-replaced' | 'microphone-lost' | 'sound-lost' | 'sound-blocked'

/** What the page reports of its sound. */
type OnTrouble = (kind: SoundTrouble, there: boolean) => void

function openCapture(
  { api, client }: AppStore,
  openLine: AudioChannels['capture'],
  loudspeaker: Loudspeaker,
  onTrouble: OnTrouble,
): ReturnType<typeof createCapture> {
  return createCapture({
    getConstraints() {
      const { settings, talk } = api.getState()
      const { microphoneId, echoCancellation, noiseSuppression, autoGainControl, directCapture } = settings
      return {
        microphoneId,
        echoCancellation,
        noiseSuppression,
        autoGainControl,
        directCapture,
        warmMicrophone: settings.microphoneAllowed && (settings.warmMicrophone || isHandsFree(talk)),
      }
    },
    openLine,
    // a page that was just allowed the microphone now also sees the outputs
    onStart: loudspeaker.refresh,
    onEnd: (talkId) => void client.call('microphone.ended', { talkId }),
    onFailure(failure, talkId) {
      // without a talk only the warm microphone was lost: unless voice detection listens, the next talk reopens it and
      // reports the problem
      const { talk } = api.getState()
      const failed = talkId ?? (talk.phase === 'idle' ? null : talk.handsFree?.watchId) ?? null
      if (failed !== null) void client.call('microphone.failed', { talkId: failed, reason: failure.reason, detail: failure.detail })
    },
    onLost: (lost) => onTrouble('microphone-lost', lost),
    onMuted: (muted) => onTrouble('microphone-muted', muted),
    onSilent: (_talkId, silent) => onTrouble('microphone-silent', silent),
    onDefaultUsed: () => onTrouble('microphone-replaced', true),
  })
}

/** Opens and closes the microphone as the talk begins and ends. */
function createTalkFollower(
  { api, client }: AppStore,
  capture: ReturnType<typeof createCapture>,
  handsFree: ReturnType<typeof createHandsFreeVoice>,
): (talk: TalkState, before: TalkState) => void {
  /** The settings allow no microphone: whatever waits for one is refused, and none is opened. */
  const refuse = (talk: TalkState): void => {
    if (talk.phase === 'idle') return
    const talkId = talk.phase === 'open' ? talk.handsFree.watchId : talk.talkId
    void client.call('microphone.failed', { talkId, reason: 'refused', detail: '' })
  }

  return (talk, before) => {
    if (talk.phase !== 'idle' && !api.getState().settings.microphoneAllowed) {
      capture.cancel()
      return refuse(talk)
    }
    switch (talk.phase) {
      case 'idle':
      case 'open':
        if (isTalking(before)) capture.cancel()
        break
      case 'arming':
      case 'listening':
        // a talk that continues in its tail keeps its id: capture continues it
        if (!isTalking(before) || before.phase === 'tail' || before.talkId !== talk.talkId) {
          capture.start(talk.talkId, handsFree.beginningOf(talk))
        }
        break
      case 'tail':
        // the pause that ended a talk by voice was recorded with it
        if (before.phase !== 'tail') capture.stop(talk.byVoice === true ? 0 : undefined)
        break
      default:
        assertNever(talk, 'talk state')
    }
  }
}

/** Brings the sound back when the sound system has failed. */
function reviveSound(
  { api, client }: AppStore,
  capture: ReturnType<typeof createCapture>,
  loudspeaker: Loudspeaker,
  onTrouble: OnTrouble,
): ReturnType<typeof startSoundRevival> {
  return startSoundRevival({
    devices: navigator.mediaDevices,
    renew: () => void client.call('sound.renew', null),
    onLost(lost) {
      onTrouble('sound-lost', lost)
      if (lost) return
      const { notices } = api.getState()
      // a microphone that was asked for meanwhile was reported as missing, or as busy where its process had just ended
      for (const { kind, noticeId } of notices) {
        if (kind === 'microphone-missing' || kind === 'microphone-busy') void client.call('notice.dismiss', { noticeId })
      }
      capture.refresh()
      loudspeaker.refresh()
    },
  })
}

/**
 * Joins microphone and loudspeaker to main, with no React on the way: talk states open and close the microphone, its
 * frames and main's sound go over lines of their own, and positions come back into `positions`. `onTrouble` receives what main can't
 * know. To open the sound system holds the page up for tens of ms: not before the window has been drawn. Returns the way to stop.
 */
export function startAudioController(
  store: AppStore,
  loudspeaker: Loudspeaker,
  positions: PlayedPositions,
  onTrouble: OnTrouble,
): () => void {
  const { api, client } = store
  const lines = createAudioChannels(window.parley, client)

  const playback = createPlayback({
    openLine: lines.playback,
    onReceived: positions.received,
    onPosition({ conversationId, turnId }, samples, done) {
      positions.moved(turnId, samples)
      sounding.report(turnId, done)
      void client.call('playback.position', { conversationId, turnId, samples, done })
    },
    onBlocked: (blocked) => onTrouble('sound-blocked', blocked),
    route: loudspeaker.route,
  })

  const capture = openCapture(store, lines.capture, loudspeaker, onTrouble)
  const handsFree = createHandsFreeVoice({ client, capture, playback, startWorker: startVoiceWorker })
  const sounding = soundingTurns(handsFree.setSpeaking)
  const follow = createTalkFollower(store, capture, handsFree)
  const revival = reviveSound(store, capture, loudspeaker, onTrouble)

  playback.setExpected(isAudioExpected(api.getState()))
  playback.setMuted(api.getState().muted)
  playback.setVolume(api.getState().settings.volume)
  playback.setSpeed(api.getState().settings.speakingSpeed)
  capture.refresh()
  handsFree.follow(api.getState())
  follow(api.getState().talk, { phase: 'idle' })

  const stops = [
    lines.close,
    revival.close,
    client.on('sound.woke', () => capture.renew()),
    api.subscribe((state, before) => {
      if (isAudioExpected(state) !== isAudioExpected(before)) playback.setExpected(isAudioExpected(state))
      if (state.muted !== before.muted) playback.setMuted(state.muted)
      if (state.talk !== before.talk || state.settings !== before.settings) handsFree.follow(state)
      const taken = before.settings.microphoneAllowed && !state.settings.microphoneAllowed
      if (state.talk !== before.talk || taken) follow(state.talk, before.talk)
      if (isHandsFree(state.talk) !== isHandsFree(before.talk)) capture.refresh()
      if (state.settings === before.settings) return
      playback.setVolume(state.settings.volume)
      if (state.settings.speakingSpeed !== before.settings.speakingSpeed) playback.setSpeed(state.settings.speakingSpeed)
      capture.refresh()
    }),
  ]

  const dispose = (): void => {
    for (const stop of stops) stop()
    sounding.close()
    handsFree.close()
    capture.close()
    playback.close()
    loudspeaker.close()
  }
  // without main there is no control over sound and microphone
  stops.push(client.onLost(dispose))
  return dispose
}
