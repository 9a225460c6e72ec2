import type { SpeechNews, SpeechRules } from '../../../shared/audio/speech-detector'

/** From the page to the voice detection worker. */
export type VoiceCommand =
  /** The sound of a microphone comes to this port, as `MeasuredFrame`s; an earlier port is dropped. */
  | { readonly type: 'listen'; readonly port: MessagePort }
  | { readonly type: 'rules'; readonly rules: SpeechRules }
  | { readonly type: 'speaking'; readonly speaking: boolean }
  | { readonly type: 'reset' }

/** Back to the page. `ready`: the first sound was evaluated. */
export type VoiceReport =
  | { readonly type: 'ready' }
  | { readonly type: 'news'; readonly news: SpeechNews }
  | { readonly type: 'failed'; readonly detail: string }
