import type { Settings } from '../../../shared/ipc/schemas'
import type { Clock } from '../../../shared/lib/clock'
import type { NewId } from '../../../shared/lib/ids'
import type { Emit } from '../../lib/emit'
import type { ConversationRegistry } from '../conversation-registry'
import { createTalkController, type TalkController } from './talk-controller'

/** Actions of a talk key that works in all windows, as the host reports it. */
export function hotkeyPresses(talk: TalkController) {
  return {
    press: () => talk.press('global'),
    release: () => talk.release('global'),
    toggle: talk.toggle,
    cancel: talk.cancel,
    away: talk.away,
  }
}

/** Dependencies of the app's talk controller. */
export interface AppTalkOptions {
  readonly clock: Clock
  readonly newId: NewId
  readonly emit: Emit
  readonly registry: Pick<ConversationRegistry, 'prepareSpeech' | 'beginSpeech' | 'endSpeech' | 'cancelSpeech'>
  settings(): Settings
}

/** The talk key's controller, connected to the current conversation and to the page. */
export function createAppTalk({ clock, newId, emit, registry, settings }: AppTalkOptions): TalkController {
  return createTalkController({
    clock,
    newId,
    listener: () => (settings().endOfSpeech === 'service' ? 'service' : 'page'),
    onState(state) {
      emit('talk.state', state)
      if (state.phase === 'arming') registry.prepareSpeech()
    },
    onBegin: () => registry.beginSpeech(),
    onEnd: () => registry.endSpeech(),
    onCancel: () => registry.cancelSpeech(),
  })
}
