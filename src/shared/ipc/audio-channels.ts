import type { CallRequest, EventPayload } from './contract'

/** Events that go to the player's own thread, past the page's, where the host gives the page a line for them. */
export const playbackEvents = ['playback.pcm', 'playback.end', 'playback.flush'] as const
export type PlaybackEvent = (typeof playbackEvents)[number]

/** Calls that come from the recorder's own thread, in order, past the page's. */
export const captureCalls = ['microphone.started', 'microphone.frame', 'microphone.ended'] as const
export type CaptureCall = (typeof captureCalls)[number]

/** What goes down the playback line. */
export type PlaybackChannelMessage = {
  readonly [Name in PlaybackEvent]: { readonly name: Name; readonly payload: EventPayload<Name> }
}[PlaybackEvent]

/** What comes up the capture line. */
export type CaptureChannelMessage = {
  readonly [Name in CaptureCall]: { readonly name: Name; readonly payload: CallRequest<Name> }
}[CaptureCall]

/** The two lines: sound to the loudspeaker, and sound from the microphone. */
export type AudioChannelKind = 'playback' | 'capture'

/** The message to its own window with which the page hands over one end of a line, the message's only port. */
export interface AudioChannelOffer {
  readonly audioChannel: AudioChannelKind
}

/** Is this the event of a line? */
export function isPlaybackEvent(name: string): name is PlaybackEvent {
  return playbackEvents.some((event) => event === name)
}

/** Is this a call that a line may carry? */
export function isCaptureCall(name: unknown): name is CaptureCall {
  return captureCalls.some((call) => call === name)
}
