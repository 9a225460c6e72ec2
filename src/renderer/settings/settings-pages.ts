import type { PlainKey } from '../../shared/i18n/language-file'
import type { SettingsSection } from '../state/app-state'

/** One page of the settings: its name, and its sections in order. The first section needs no heading of its own if it has the page's name. */
interface SettingsPage {
  readonly page: string
  readonly name: PlainKey
  readonly sections: readonly [SettingsSection, ...SettingsSection[]]
}

/** All pages of the settings, in order. Each section is on one of them. */
export const settingsPages = [
  { page: 'general', name: 'settings.general', sections: ['general', 'notifications', 'about'] },
  { page: 'voice', name: 'settings.voice', sections: ['voice'] },
  { page: 'hotkeys', name: 'hotkeys.title', sections: ['hotkeys'] },
  { page: 'gemini', name: 'settings.gemini', sections: ['key', 'session'] },
  { page: 'tools', name: 'settings.toolsAndRules', sections: ['rules', 'servers', 'audit'] },
  { page: 'storage', name: 'storage.title', sections: ['storage', 'data'] },
  { page: 'developer', name: 'settings.developerGroup', sections: ['developer', 'programs', 'diagnostics'] },
] as const satisfies readonly SettingsPage[]

/** The page that a section is on. */
export function pageOf(section: SettingsSection): (typeof settingsPages)[number] {
  return settingsPages.find(({ sections }) => sections.some((one) => one === section)) ?? settingsPages[0]
}
