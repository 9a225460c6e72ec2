import { makeVisible } from '../../../shared/text/make-visible'
import { useWords } from '../../i18n/words'
import { Button } from '../../ui/button'
import styles from './data-section.module.css'
import { Progress } from './progress'
import type { Upload } from './use-uploads'

/** A file that is being handed over. */
export function UploadRow({ upload, onCancel }: { readonly upload: Upload; onCancel(): void }) {
  const words = useWords()
  const name = makeVisible(upload.fileName)
  return (
    <div className={styles.row} data-upload={upload.id}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <Progress label={words.say('sources.taking')} done={upload.sent} total={upload.bytes} rows={0} />
      </div>
      <Button small aria-label={words.say('sources.stopOf', { name })} onClick={onCancel}>
        {words.say('sources.stop')}
      </Button>
    </div>
  )
}
