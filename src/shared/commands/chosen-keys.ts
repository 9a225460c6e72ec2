import type { Settings } from '../ipc/schemas'
import type { ChosenKeys } from './shortcuts'

/** All keys of the window that are not those of the beginning, as the settings say. */
export function chosenKeys({ shortcuts, sendWith }: Pick<Settings, 'shortcuts' | 'sendWith'>): ChosenKeys {
  return sendWith === 'enter' ? shortcuts : { ...shortcuts, send: ['Mod', 'Enter'], newLine: ['Enter'] }
}
