import { events } from '../../../shared/ipc/contract'
import type { Handlers } from '../../../shared/ipc/router'
import type { Notice } from '../../../shared/ipc/schemas'
import type { TalkController } from '../../conversations/push-to-talk/talk-controller'
import type { Emit } from '../../conversations/thread-writer'
import type { Platform } from '../../platform/platform'
import type { SettingsFile } from '../../storage/settings/settings-file'
import type { CallRecorder } from './call-recorder'

/** Sends to the page, and the recorder hears the sound that goes to the page. */
export function recordedEmit(platform: Pick<Platform, 'emit'>, recorder: Pick<CallRecorder, 'parleySound'>): Emit {
  return (name, payload) => {
    platform.emit(name, payload)
    if (name !== 'playback.pcm') return
    const sound = events['playback.pcm'].safeParse(payload)
    if (sound.success) recorder.parleySound(sound.data)
  }
}

/** The same handlers, and the recorder hears what the microphone gave and what the loudspeaker played. */
export function recordedCalls(
  handlers: Handlers,
  recorder: CallRecorder,
  talk: Pick<TalkController, 'accepts'>,
  currentId: () => string | null,
): Handlers {
  /** A talk belongs to the conversation in which it began. */
  let speaking: { readonly talkId: string; readonly conversationId: string } | null = null
  return {
    ...handlers,
    'microphone.frame'(request) {
      const conversationId = currentId()
      if (speaking?.talkId !== request.talkId && conversationId !== null) speaking = { talkId: request.talkId, conversationId }
      if (speaking !== null && talk.accepts(request.talkId)) recorder.userSound(speaking.conversationId, request.talkId, request.pcm)
      return handlers['microphone.frame'](request)
    },
    'playback.position'(request) {
      recorder.heard(request.conversationId, request.turnId, request.samples, request.done)
      return handlers['playback.position'](request)
    },
  }
}

/** Switches recording off because it can't be done, also where the disk does not take the settings either; the page shows it, and the user is told why. */
export function giveUpRecording(
  code: string,
  settings: Pick<SettingsFile, 'update'>,
  tell: (kind: Notice['kind'], detail: string) => void,
): void {
  tell('recording-failed', code)
  void settings.update({ recordCalls: false })
}
