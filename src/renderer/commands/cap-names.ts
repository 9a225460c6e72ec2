import { type Chord, capsOf } from '../../shared/commands/shortcuts'
import { keyName } from '../ui/key-cap'

/** The key caps of a shortcut: `Ctrl`, `K`, or `⌘`, `K` on macOS. */
export function capNames(chord: Chord, operatingSystem: 'linux' | 'darwin' | 'win32'): readonly string[] {
  return capsOf(chord, operatingSystem).map((name) => keyName(name, operatingSystem))
}
