import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import { Button } from '../ui/button'
import styles from './app.module.css'
import { WindowButtons } from './window-buttons'

interface NotLoadedProps {
  /** Loads the part again. */
  onAgain(): void
}

/** Replaces a view whose chunk could not be loaded: says so, with buttons to retry and to go back. */
export function ViewNotLoaded({ onAgain }: NotLoadedProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  return (
    <main className={styles.openingFailed}>
      <div className={styles.openingBar}>
        <WindowButtons />
      </div>
      <h1 className={styles.openingTitle}>{i18n.t('part.notLoaded')}</h1>
      <p role="alert">{i18n.t('part.notLoadedLine')}</p>
      <div className={styles.ways}>
        <Button look="ink" onClick={onAgain}>
          {i18n.t('app.retry')}
        </Button>
        <Button onClick={() => actions.showThread()}>{i18n.t('part.back')}</Button>
      </div>
    </main>
  )
}

/** Replaces a part of the window whose chunk could not be loaded. */
export function PartNotLoaded({ onAgain }: NotLoadedProps) {
  const i18n = useI18n()
  return (
    <div className={styles.partFailed} role="alert">
      <p>
        {i18n.t('part.notLoaded')} {i18n.t('part.notLoadedLine')}
      </p>
      <Button look="ink" onClick={onAgain}>
        {i18n.t('app.retry')}
      </Button>
    </div>
  )
}
