import type { SettingsSection } from '../state/app-state'

/** The pages of the settings, each once: a page that is missing here does not compile. */
const sections: { readonly [Section in SettingsSection]: true } = {
  general: true,
  voice: true,
  hotkeys: true,
  notifications: true,
  session: true,
  rules: true,
  audit: true,
  data: true,
  storage: true,
  key: true,
  programs: true,
  diagnostics: true,
  about: true,
}

/** Is this the name of a page of the settings? */
export function isSettingsSection(name: string): name is SettingsSection {
  return Object.hasOwn(sections, name)
}
