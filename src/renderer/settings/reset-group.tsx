import { useState } from 'react'
import { defaultSettings } from '../../shared/ipc/default-settings'
import type { Settings } from '../../shared/ipc/schemas'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import styles from './reset-group.module.css'
import { changedOf, only } from './row-reset'

/** Gives the settings of one page their defaults; what they were before can be had back while the page is shown. */
export function ResetGroup({ keys }: { readonly keys: readonly (keyof Settings)[] }) {
  const words = useWords()
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
        {words.say('settings.reset')}
      </Button>
      <p className={styles.told} role="status">
        {before !== null && changed.length === 0 && words.say('settings.resetDone')}
      </p>
      {before !== null && changed.length === 0 && (
        <Button
          look="plain"
          onClick={() => {
            setBefore(null)
            void actions.updateSettings(before)
          }}
        >
          {words.say('settings.resetUndo')}
        </Button>
      )}
    </div>
  )
}
