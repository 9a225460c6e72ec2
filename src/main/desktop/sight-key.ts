import type { Emit } from '../lib/emit'
import type { Sight } from '../sight/sight-controller'

/** Dependencies of the key. */
export interface SightKeyOptions {
  readonly sight: Pick<Sight, 'view' | 'stop'>
  readonly emit: Emit
}

/** The system-wide key for sight was pressed: it stops what Gemini sees here at once, or the page begins, and says why it can't. */
export function pressSightKey({ sight, emit }: SightKeyOptions): void {
  if (sight.view().phase !== 'off') sight.stop('stopped')
  else emit('app.command', { command: 'showScreen' })
}
