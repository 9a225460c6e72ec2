import type { ChangeableShortcut } from '../../shared/commands/chosen-chords'
import { chordsOf } from '../../shared/commands/shortcuts'
import { useApp } from '../state/context'
import { capNames } from './cap-names'

/** The current keys of a shortcut: for key caps, and for `aria-keyshortcuts`. */
export function useCaps(id: ChangeableShortcut): { readonly caps: readonly string[]; readonly aria: string } {
  const chosen = useApp((state) => state.settings.shortcuts)
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  const [chord] = chordsOf(id, chosen)
  const mod = operatingSystem === 'darwin' ? 'Meta' : 'Control'
  return { caps: capNames(chord, operatingSystem), aria: chord.map((name) => (name === 'Mod' ? mod : name)).join('+') }
}
