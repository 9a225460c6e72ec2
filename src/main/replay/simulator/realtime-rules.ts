import type { JsonObject } from '../../../shared/lib/json'
import { ClientViolation, invalidArgument } from './client-violation'
import { requireObject, requireText } from './json-shape'
import { checkPicture } from './video-rules'

/** One `realtimeInput`, checked: it always carries exactly one thing. */
export type RealtimeInput =
  | { readonly kind: 'audio'; readonly pcm: Buffer }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'activity-start' | 'activity-end' | 'audio-stream-end' | 'video' }

/** Checks the shape of a `realtimeInput` (live-spec §1.3) and throws the violation the service would close with. */
export function checkRealtimeInput(input: JsonObject): RealtimeInput {
  if ('mediaChunks' in input) {
    throw new ClientViolation(1007, 'realtime_input.media_chunks is deprecated. Use audio, video, or text instead.')
  }
  const [key, ...others] = Object.keys(input)
  if (key === undefined || others.length > 0) throw invalidArgument('realtimeInput must carry exactly one field.')
  switch (key) {
    case 'audio':
      return { kind: 'audio', pcm: pcmOf(requireObject(input.audio, 'realtimeInput.audio')) }
    case 'video':
      checkImage(requireObject(input.video, 'realtimeInput.video'))
      return { kind: 'video' }
    case 'text':
      return { kind: 'text', text: requireText(input.text, 'realtimeInput.text') }
    case 'activityStart':
      return { kind: 'activity-start' }
    case 'activityEnd':
      return { kind: 'activity-end' }
    default:
      if (input.audioStreamEnd !== true) throw invalidArgument('realtimeInput.audioStreamEnd must be true.')
      return { kind: 'audio-stream-end' }
  }
}

function pcmOf(blob: JsonObject): Buffer {
  if (blob.mimeType !== 'audio/pcm;rate=16000') {
    throw invalidArgument('realtimeInput.audio.mimeType must be audio/pcm;rate=16000.')
  }
  const pcm = Buffer.from(requireText(blob.data, 'realtimeInput.audio.data'), 'base64')
  if (pcm.length % 2 !== 0) throw invalidArgument('realtimeInput.audio.data has an odd number of bytes; samples are 16 bit.')
  return pcm
}

function checkImage(blob: JsonObject): void {
  if (blob.mimeType !== 'image/jpeg' && blob.mimeType !== 'image/png') {
    throw invalidArgument('realtimeInput.video.mimeType must be image/jpeg or image/png.')
  }
  checkPicture(blob.mimeType, Buffer.from(requireText(blob.data, 'realtimeInput.video.data'), 'base64'))
}
