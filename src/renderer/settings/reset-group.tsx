import { useState } from 'react'
import { defaultSettings } from '../../shared/ipc/default-settings'
import type { Settings } from '../../shared/ipc/schemas'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import styles from './reset-group.module.css'
import { changedOf, only } from './row-reset'

/** Resets the settings of one page to their defaults; this can be undone while the page is shown. */
export function ResetGroup({ keys }: { readonly keys: readonly (keyof Settings)[] }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const settings = useApp((state) => state.settings)
  const [before, setBefore] = useState<Partial<Settings> | null>(null)
  if (keys.length === 0) return null
  const changed = changedOf(settings, keys)
  return (
    <div className={styles.reset}>
      <Button
        look="edge"
        disabled={changed.length === 0}
        onClick={() => {
          setBefore(only(settings, changed))
          void actions.updateSettings(only(defaultSettings, changed))
        }}
      >
        {i18n.t('settings.reset')}
      </Button>
      <p className={styles.message} role="status">
        {before !== null && changed.length === 0 && i18n.t('settings.resetDone')}
      </p>
      {before !== null && changed.length === 0 && (
        <Button
          look="plain"
          onClick={() => {
            setBefore(null)
            void actions.updateSettings(before)
          }}
        >
          {i18n.t('settings.resetUndo')}
        </Button>
      )}
    </div>
  )
}
