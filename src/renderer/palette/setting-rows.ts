import type { Settings } from '../../shared/ipc/schemas'
import type { Translator } from '../i18n/translate'
import { findSettings } from '../settings/find-settings'
import { showSetting } from '../settings/show-setting'
import { switchOf } from '../settings/switches'
import type { Actions } from '../state/actions'

/** A setting as a row of the palette. */
export interface SettingRow {
  readonly id: string
  /** it is turned on or off at once; any other leads to the setting */
  readonly isSwitch: boolean
  readonly name: string
  /** the page that it is on */
  readonly place: string
  run(): void
}

interface SettingRowsOptions {
  readonly i18n: Translator
  readonly settings: Settings
  readonly actions: Pick<Actions, 'updateSettings' | 'showSettings'>
}

/** The settings whose names match what was written. */
export function settingRows(written: string, { i18n, settings, actions }: SettingRowsOptions): readonly SettingRow[] {
  return findSettings(written, i18n).flatMap(({ section, place, name, row }): readonly SettingRow[] => {
    // a section with its page's name is among the pages already
    if (row === null && place === name) return []
    const setting = row === null ? null : switchOf(row)
    const common = { id: row === null ? `setting ${section}` : `setting ${section} ${row}`, place }
    // turning captions on and off is among the actions
    if (setting === 'captions') return []
    if (setting !== null) {
      const on = settings[setting]
      const turn = () => void actions.updateSettings({ [setting]: !on } satisfies Partial<Settings>)
      return [{ ...common, isSwitch: true, name: i18n.t(on ? 'palette.turnOff' : 'palette.turnOn', { name }), run: turn }]
    }
    const go = () => {
      actions.showSettings(section)
      if (row !== null) showSetting(name)
    }
    return [{ ...common, isSwitch: false, name, run: go }]
  })
}
