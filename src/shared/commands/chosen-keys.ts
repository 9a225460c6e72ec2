import type { Settings } from '../ipc/schemas'
import type { ChosenKeys } from './shortcuts'

/** All keys of the window that differ from the defaults, from the settings. */
export function chosenKeys({ shortcuts, sendWith }: Pick<Settings, 'shortcuts' | 'sendWith'>): ChosenKeys {
  return sendWith === 'enter' ? shortcuts : { ...shortcuts, send: ['Mod', 'Enter'], newLine: ['Enter'] }
}
