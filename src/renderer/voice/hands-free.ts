import { speechRules } from '../../shared/audio/speech-rules'
import type { Client } from '../../shared/ipc/client'
import type { TalkState } from '../../shared/ipc/schemas'
import type { Capture } from '../audio/capture-settings'
import type { Playback } from '../audio/playback-settings'
import { createVoiceWatch, type VoiceWatch } from '../audio/voice/voice-watch'
import type { AppState } from '../state/app-state'

/** Dependencies of hands-free mode. */
export interface HandsFreeOptions {
  readonly client: Pick<Client, 'call'>
  readonly capture: Pick<Capture, 'listen'>
  readonly playback: Pick<Playback, 'setDucked'>
  readonly startWorker: () => Worker
}

/** Voice detection while hands-free mode is on; its events go to main. */
export interface HandsFreeVoice {
  follow(state: Pick<AppState, 'talk' | 'settings'>): void
  /** Parley's voice starts or stops playing. */
  setSpeaking(speaking: boolean): void
  /** The first sample of the speech for which main now begins a talk; null for a talk by key. */
  beginningOf(talk: TalkState): number | null
  close(): void
}

/** Creates it, turned off. */
export function createHandsFreeVoice({ client, capture, playback, startWorker }: HandsFreeOptions): HandsFreeVoice {
  let watch: { readonly watchId: string; readonly voice: VoiceWatch } | null = null
  let before: Pick<AppState, 'talk' | 'settings'> | null = null
  let speaking = false
  let heardFrom: number | null = null
  /** The current talk may end with or without an event. */
  let inSpeech = false

  function begin(watchId: string, settings: AppState['settings']): void {
    const report = (what: 'ready' | 'began' | 'ended'): void => void client.call('voice.heard', { watchId, what })
    const voice = createVoiceWatch(
      {
        capture,
        startWorker,
        onReady: () => report('ready'),
        onNews(news) {
          // a cough only lowers the volume for a moment, without ending the answer
          if (news.type === 'onset') playback.setDucked(true)
          else if (news.type !== 'began') playback.setDucked(false)
          if (news.type === 'began') {
            heardFrom = news.from
            inSpeech = true
            report('began')
          } else if (news.type === 'ended') {
            inSpeech = false
            report('ended')
          }
        },
        onFailure(detail) {
          end()
          void client.call('voice.failed', { watchId, detail })
        },
      },
      speechRules(settings),
    )
    voice.setSpeaking(speaking)
    watch = { watchId, voice }
  }

  function end(): void {
    watch?.voice.close()
    watch = null
    inSpeech = false
    playback.setDucked(false)
  }

  return {
    follow(state) {
      const { talk, settings } = state
      const watchId = talk.phase === 'idle' || settings.endOfSpeech === 'service' ? null : (talk.handsFree?.watchId ?? null)
      if (watch !== null && watch.watchId !== watchId) end()
      if (watch === null && watchId !== null) begin(watchId, settings)
      else if (watch !== null && settings !== before?.settings) watch.voice.change(speechRules(settings))
      const over = talk.phase === 'open' && before !== null && before.talk.phase !== 'open' && before.talk.phase !== 'idle'
      if (over) playback.setDucked(false)
      if (over && inSpeech) {
        inSpeech = false
        watch?.voice.reset()
      }
      before = state
    },
    setSpeaking(now) {
      if (now === speaking) return
      speaking = now
      watch?.voice.setSpeaking(now)
    },
    beginningOf: (talk) => (talk.phase !== 'idle' && talk.phase !== 'open' && talk.byVoice === true ? heardFrom : null),
    close: end,
  }
}
