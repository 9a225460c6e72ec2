import type { AppCommand } from '../../shared/commands/app-commands'
import type { Clock } from '../../shared/lib/clock'
import type { Emit } from '../lib/emit'
import { PRESS_COUNTS_MS } from '../platform/window/user-presses'
import type { Sight } from '../sight/sight-controller'

/** Dependencies of the commands. */
export interface SightCommandsOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly sight: Pick<Sight, 'view' | 'stop'>
  readonly emit: Emit
}

/** How the user shows the screen without a press in the window: with the system-wide hotkey, or from the menu of the system. */
export interface SightCommands {
  /** The hotkey: sight that is on stops at once; otherwise the page shows the screen, or why it can't. */
  hotkey(): void
  /** A command that the user chose in the system's menu. */
  menu(command: AppCommand): void
  /** Whether the user did so in the last `PRESS_COUNTS_MS`: it counts once. */
  take(): boolean
}

/** Creates them; the user has done nothing yet. */
export function createSightCommands({ clock, sight, emit }: SightCommandsOptions): SightCommands {
  let wantedAt: number | null = null

  function menu(command: AppCommand): void {
    if (command === 'showScreen') wantedAt = clock.now()
    emit('app.command', { command })
  }

  return {
    hotkey() {
      if (sight.view().phase !== 'off') sight.stop('stopped')
      else menu('showScreen')
    },
    menu,
    take() {
      const isWanted = wantedAt !== null && clock.now() - wantedAt <= PRESS_COUNTS_MS
      wantedAt = null
      return isWanted
    },
  }
}
