import type { Settings } from '../../../shared/ipc/schemas'
import { isTalking } from '../../../shared/talk/talk-facts'
import type { Platform } from '../../platform/platform'
import type { Presence } from '../presence'

/** The facts that decide whether the overlay is shown. */
export interface OverlayFacts {
  readonly setting: Settings['overlay']
  /** The user is looking at the main window. */
  readonly inFront: boolean
  /** Showing a window gives it focus on this system. */
  readonly takesFocus: boolean
  /** It is already shown. */
  readonly stands: boolean
  readonly presence: Pick<Presence, 'state' | 'talk' | 'questions' | 'elicitations' | 'sight'>
}

/** Whether the overlay may be shown at all now. Where it would take the focus, only users who always want it get it. */
export function mayShow({ setting, inFront, takesFocus }: Pick<OverlayFacts, 'setting' | 'inFront' | 'takesFocus'>): boolean {
  return setting === 'always' || (setting === 'hidden' && !inFront && !takesFocus)
}

/** Whether it asks for approvals while the main window is hidden. */
export function overlayAsks({ desktop, windowFocused }: Pick<Platform, 'desktop' | 'windowFocused'>, settings: Settings): boolean {
  if (desktop?.small === null || desktop === null || settings.setUp !== 'done') return false
  return mayShow({ setting: settings.overlay, inFront: windowFocused(), takesFocus: desktop.small.takesFocus })
}

/** Whether it has something to show. A lost session is only shown to a user who was talking. */
export function hasToShow({ setting, stands, presence }: Pick<OverlayFacts, 'setting' | 'stands' | 'presence'>): boolean {
  const { state, talk, questions, elicitations, sight } = presence
  if (setting === 'always' || questions.length + elicitations > 0 || isTalking(talk) || sight !== null) return true
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
