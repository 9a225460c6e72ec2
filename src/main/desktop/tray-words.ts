import { wordsFor } from '../lib/translations'
import type { TrayPicture } from '../platform/tray/tray-image'

/** What the tray's icon says when the pointer rests on it. `locale`: the language of the user, for example `ja` or `en-GB`. */
export function trayWords(picture: TrayPicture, locale: string): string {
  const words = wordsFor(locale)
  return typeof picture === 'string' ? words.say(`tray.${picture}`) : words.count('tray.waiting', picture.questions)
}
