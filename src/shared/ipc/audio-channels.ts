import type { CallRequest, EventPayload } from './contract'

/** Events that go straight to the player's own thread, past the page's, if the host provides a channel for them. */
export const playbackEvents = ['playback.pcm', 'playback.end', 'playback.flush'] as const
export type PlaybackEvent = (typeof playbackEvents)[number]

/** Calls that come straight from the recorder's own thread, in order, past the page's. */
export const captureCalls = ['microphone.started', 'microphone.frame', 'microphone.ended'] as const
export type CaptureCall = (typeof captureCalls)[number]

/** A message on the playback channel. */
export type PlaybackChannelMessage = {
  readonly [Name in PlaybackEvent]: { readonly name: Name; readonly payload: EventPayload<Name> }
}[PlaybackEvent]

/** A message on the capture channel. */
export type CaptureChannelMessage = {
  readonly [Name in CaptureCall]: { readonly name: Name; readonly payload: CallRequest<Name> }
}[CaptureCall]

/** The two channels: sound to the loudspeaker, and sound from the microphone. */
export type AudioChannelKind = 'playback' | 'capture'

/** The message to its own window with which the page transfers one end of a channel, as the message's only port. */
export interface AudioChannelOffer {
  readonly audioChannel: AudioChannelKind
}

/** Whether this is an event of a channel. */
export function isPlaybackEvent(name: string): name is PlaybackEvent {
  return playbackEvents.some((event) => event === name)
}

/** Whether a channel may carry this call. */
export function isCaptureCall(name: unknown): name is CaptureCall {
  return captureCalls.some((call) => call === name)
}
