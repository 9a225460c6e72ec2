import { speechRules } from '../../shared/audio/speech-rules'
import type { Client } from '../../shared/ipc/client'
import type { TalkState } from '../../shared/ipc/schemas'
import type { Capture } from '../audio/capture-settings'
import type { Playback } from '../audio/playback-settings'
import { createVoiceWatch, type VoiceWatch } from '../audio/voice/voice-watch'
import type { AppState } from '../state/app-state'

/** What hands-free joins. */
export interface HandsFreeOptions {
  readonly client: Pick<Client, 'call'>
  readonly capture: Pick<Capture, 'listen'>
  readonly playback: Pick<Playback, 'setDucked'>
  readonly startWorker: () => Worker
}

/** Talking without a key: a watch as long as hands-free is on, whose news go to main. */
export interface HandsFreeVoice {
  follow(state: Pick<AppState, 'talk' | 'settings'>): void
  /** Parley's voice begins or ends to sound. */
  setSpeaking(speaking: boolean): void
  /** The sample with which the talk that main now begins was heard to begin; null for a talk of a key. */
  beginningOf(talk: TalkState): number | null
  close(): void
}

/** Makes it, off. */
export function createHandsFreeVoice({ client, capture, playback, startWorker }: HandsFreeOptions): HandsFreeVoice {
  let watch: { readonly watchId: string; readonly voice: VoiceWatch } | null = null
  let before: Pick<AppState, 'talk' | 'settings'> | null = null
  let speaking = false
  let heardFrom: number | null = null
  /** The talk that is on ends with the news of it, or without. */
  let inSpeech = false

  function begin(watchId: string, settings: AppState['settings']): void {
    const tell = (what: 'ready' | 'began' | 'ended'): void => void client.call('voice.heard', { watchId, what })
    const voice = createVoiceWatch(
      {
        capture,
        startWorker,
        onReady: () => tell('ready'),
        onNews(news) {
          // a cough costs a moment of quiet, not the answer
          if (news.type === 'onset') playback.setDucked(true)
          else if (news.type !== 'began') playback.setDucked(false)
          if (news.type === 'began') {
            heardFrom = news.from
            inSpeech = true
            tell('began')
          } else if (news.type === 'ended') {
            inSpeech = false
            tell('ended')
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
