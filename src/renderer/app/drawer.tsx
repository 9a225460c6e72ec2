import { Dialog } from '@base-ui/react/dialog'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import styles from './app.module.css'
import { Sidebar } from './sidebar'

/** The sidebar over the thread, where the window is too narrow for both. */
export function Drawer() {
  const words = useWords()
  const { actions } = useServices()
  const open = useApp((state) => state.drawerOpen)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => actions.openDrawer(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.drawer} aria-label={words.say('region.sidebar')}>
          <Sidebar inDrawer />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
