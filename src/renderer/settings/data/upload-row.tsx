import { makeVisible } from '../../../shared/text/make-visible'
import { useI18n } from '../../i18n/i18n-provider'
import { Button } from '../../ui/button'
import styles from './data-section.module.css'
import { Progress } from './progress'
import type { Upload } from './use-uploads'

/** A file that is being uploaded. */
export function UploadRow({ upload, onCancel }: { readonly upload: Upload; onCancel(): void }) {
  const i18n = useI18n()
  const name = makeVisible(upload.fileName)
  return (
    <div className={styles.row} data-upload={upload.id}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <Progress label={i18n.t('sources.taking')} done={upload.sent} total={upload.bytes} rows={0} />
      </div>
      <Button small aria-label={i18n.t('sources.stopOf', { name })} onClick={onCancel}>
        {i18n.t('sources.stop')}
      </Button>
    </div>
  )
}
