import type { CaptureCommand, CaptureReport } from '../worklets/messages'

/** From the page to the recording worker. `hear`: the sound of a microphone; null: none any more. */
export type TrackCommand = CaptureCommand | { readonly type: 'hear'; readonly sound: ReadableStream<AudioData> | null }

/** Back to the page. `lost`: reading the sound failed. */
export type TrackReport = CaptureReport | { readonly type: 'lost' }
