import type { CaptureCommand, CaptureReport } from '../worklets/messages'

/** From the page to the worker that records. `hear`: the sound of a microphone; null: of none any more. */
export type TrackCommand = CaptureCommand | { readonly type: 'hear'; readonly sound: ReadableStream<AudioData> | null }

/** Back to the page. `lost`: the sound could not be read on. */
export type TrackReport = CaptureReport | { readonly type: 'lost' }
