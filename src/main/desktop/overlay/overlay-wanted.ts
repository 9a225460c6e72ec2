import type { Settings } from '../../../shared/ipc/schemas'
import { isTalking } from '../../../shared/talk/talk-facts'
import type { Platform } from '../../platform/platform'
import type { Presence } from '../presence'

/** What decides whether the overlay stands on the screen. */
export interface OverlayFacts {
  readonly setting: Settings['overlay']
  /** The user has the main window before them. */
  readonly inFront: boolean
  /** A window takes the focus here by merely being shown. */
  readonly takesFocus: boolean
  /** It stands already. */
  readonly stands: boolean
  readonly presence: Pick<Presence, 'state' | 'talk' | 'questions'>
}

/** May the overlay stand at all now? Where it would take the focus only somebody who wants it always has it. */
export function mayShow({ setting, inFront, takesFocus }: Pick<OverlayFacts, 'setting' | 'inFront' | 'takesFocus'>): boolean {
  return setting === 'always' || (setting === 'hidden' && !inFront && !takesFocus)
}

/** Does it ask questions while the main window is out of sight? */
export function overlayAsks({ desktop, windowFocused }: Pick<Platform, 'desktop' | 'windowFocused'>, settings: Settings): boolean {
  if (desktop?.small === null || desktop === null || settings.setUp !== 'done') return false
  return mayShow({ setting: settings.overlay, inFront: windowFocused(), takesFocus: desktop.small.takesFocus })
}

/** Is there something for it to show? A lost session shows only to somebody who was talking, not on its own. */
export function hasToShow({ setting, stands, presence }: Pick<OverlayFacts, 'setting' | 'stands' | 'presence'>): boolean {
  const { state, talk, questions } = presence
  if (setting === 'always' || questions.length > 0 || isTalking(talk)) return true
  switch (state) {
    case 'listening':
    case 'thinking':
    case 'speaking':
    case 'waiting':
      return true
    case 'connecting':
    case 'reconnecting':
    case 'error':
      return stands
    case 'off':
      return false
  }
}
