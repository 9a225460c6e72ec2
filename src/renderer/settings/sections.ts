import type { SettingsSection } from '../state/app-state'

/** The pages of the settings: a missing page does not compile. */
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
  diagnostics: true,
  about: true,
}

/** Whether this is the name of a settings page. */
export function isSettingsSection(name: string): name is SettingsSection {
  return Object.hasOwn(sections, name)
}
