import type { Emit } from '../lib/emit'
import type { Sight } from '../sight/sight-controller'

/** Dependencies of the hotkey. */
export interface SightHotkeyOptions {
  readonly sight: Pick<Sight, 'view' | 'stop'>
  readonly emit: Emit
}

/** Handles the system-wide hotkey: sight that is on stops at once; otherwise the page shows the screen, or why it can't. */
export function toggleSightByHotkey({ sight, emit }: SightHotkeyOptions): void {
  if (sight.view().phase !== 'off') sight.stop('stopped')
  else emit('app.command', { command: 'showScreen' })
}
