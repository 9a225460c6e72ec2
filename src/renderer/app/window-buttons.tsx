import { Minus, Square, X } from 'lucide-react'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { useLayout } from '../ui/use-width'
import styles from './window-buttons.module.css'

/** The window's own buttons. macOS draws its traffic lights itself, and a browser has its own. */
export function WindowButtons() {
  const i18n = useI18n()
  const { actions } = useServices()
  const ownFrame = useApp(({ installation }) => installation.platform === 'electron' && installation.operatingSystem !== 'darwin')
  const narrow = useLayout() === 'column'
  if (!ownFrame) return null
  return (
    <div className={styles.buttons}>
      {!narrow && (
        <>
          <button type="button" aria-label={i18n.t('window.minimize')} onClick={() => actions.controlWindow('minimize')}>
            <Minus size={15} strokeWidth={1.6} aria-hidden />
          </button>
          <button type="button" aria-label={i18n.t('window.maximize')} onClick={() => actions.controlWindow('toggle-maximize')}>
            <Square size={12} strokeWidth={1.8} aria-hidden />
          </button>
        </>
      )}
      <button type="button" aria-label={i18n.t('window.close')} onClick={() => actions.controlWindow('close')}>
        <X size={16} strokeWidth={1.6} aria-hidden />
      </button>
    </div>
  )
}
