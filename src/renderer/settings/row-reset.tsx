import { RotateCcw } from 'lucide-react'
import { defaultSettings } from '../../shared/ipc/default-settings'
import type { Settings } from '../../shared/ipc/schemas'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { IconButton } from '../ui/button'

type Keys = readonly (keyof Settings)[]

/**
 * Resets the settings of one row to their defaults; visible only if they differ. The focus then goes to the row's
 * control.
 */
export function RowReset({ name, keys }: { readonly name: string; readonly keys: Keys }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const settings = useApp((state) => state.settings)
  if (changedOf(settings, keys).length === 0) return null
  return (
    <IconButton
      label={i18n.t('settings.resetRow', { name })}
      data-row-reset
      onClick={({ currentTarget }) => {
        const controls = currentTarget.closest('[data-setting]')?.querySelectorAll<HTMLElement>('select, input, textarea, [role="switch"]')
        void actions.updateSettings(only(defaultSettings, keys))
        controls?.item(0)?.focus()
      }}
    >
      <RotateCcw size={14} strokeWidth={2} aria-hidden />
    </IconButton>
  )
}

/** The settings that differ from their defaults. */
export function changedOf(settings: Settings, keys: Keys): Keys {
  return keys.filter((key) => JSON.stringify(settings[key]) !== JSON.stringify(defaultSettings[key]))
}

/** Only these settings. */
export function only(settings: Settings, keys: Keys): Partial<Settings> {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => keys.some((wanted) => wanted === key)))
}
