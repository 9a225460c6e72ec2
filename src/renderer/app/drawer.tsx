import { Dialog } from '@base-ui/react/dialog'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import styles from './app.module.css'
import { Sidebar } from './sidebar'

/** The sidebar over the thread, if the window is too narrow for both. */
export function Drawer() {
  const i18n = useI18n()
  const { actions } = useServices()
  const open = useApp((state) => state.drawerOpen)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => actions.openDrawer(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.drawer} aria-label={i18n.t('region.sidebar')}>
          <Sidebar inDrawer />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
