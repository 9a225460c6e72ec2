import type { SettingsSection } from '../state/app-state'

/** The sections of the settings: a missing one does not compile. */
const sections: { readonly [Section in SettingsSection]: true } = {
  general: true,
  voice: true,
  hotkeys: true,
  notifications: true,
  session: true,
  rules: true,
  servers: true,
  audit: true,
  data: true,
  storage: true,
  key: true,
  programs: true,
  developer: true,
  diagnostics: true,
  about: true,
}

/** Whether this is the name of a section of the settings. */
export function isSettingsSection(name: string): name is SettingsSection {
  return Object.hasOwn(sections, name)
}
