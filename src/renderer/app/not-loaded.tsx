import { useWords } from '../i18n/words'
import { useServices } from '../state/context'
import { Button } from '../ui/button'
import styles from './app.module.css'
import { WindowButtons } from './window-buttons'

interface NotLoadedProps {
  /** Reads the part once more. */
  onAgain(): void
}

/** A whole view whose script could not be read: says so, with the ways on and back. */
export function ViewNotLoaded({ onAgain }: NotLoadedProps) {
  const words = useWords()
  const { actions } = useServices()
  return (
    <main className={styles.openingFailed}>
      <div className={styles.openingBar}>
        <WindowButtons />
      </div>
      <h1 className={styles.openingTitle}>{words.say('part.notLoaded')}</h1>
      <p role="alert">{words.say('part.notLoadedLine')}</p>
      <div className={styles.ways}>
        <Button look="ink" onClick={onAgain}>
          {words.say('app.retry')}
        </Button>
        <Button onClick={() => actions.showThread()}>{words.say('part.back')}</Button>
      </div>
    </main>
  )
}

/** Something inside or over the window whose script could not be read. */
export function PartNotLoaded({ onAgain }: NotLoadedProps) {
  const words = useWords()
  return (
    <div className={styles.partFailed} role="alert">
      <p>
        {words.say('part.notLoaded')} {words.say('part.notLoadedLine')}
      </p>
      <Button look="ink" onClick={onAgain}>
        {words.say('app.retry')}
      </Button>
    </div>
  )
}
