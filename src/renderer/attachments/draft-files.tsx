import { LoaderCircle, X } from 'lucide-react'
import type { Attachment } from '../../shared/attachments/attachment'
import { makeDirectionVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { IconButton } from '../ui/button'
import { byteSize } from '../ui/format'
import styles from './attachments.module.css'
import { FileMark } from './file-mark'
import { usePicture } from './use-picture'

const NO_FILES: readonly Attachment[] = []

/** The files of the draft, each with a remove button, and why the last one was refused. */
export function DraftFiles({ conversationId }: { readonly conversationId: string }) {
  const i18n = useI18n()
  const files = useApp((state) => state.draftFiles[conversationId] ?? NO_FILES)
  const coming = useApp((state) => (state.attaching[conversationId] ?? 0) > 0)
  const failure = useApp((state) => state.attachFailures[conversationId] ?? null)
  return (
    <>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {(files.length > 0 || coming) && (
        <ul className={styles.strip} aria-label={i18n.t('attach.files')}>
          {files.map((file) => (
            <DraftFile key={file.attachmentId} conversationId={conversationId} file={file} />
          ))}
          {coming && (
            <li className={styles.coming} role="status">
              <LoaderCircle size={16} strokeWidth={1.75} className={styles.turning} aria-hidden />
              <span>{i18n.t('attach.coming')}</span>
            </li>
          )}
        </ul>
      )}
    </>
  )
}

function DraftFile({ conversationId, file }: { readonly conversationId: string; readonly file: Attachment }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const picture = usePicture(conversationId, file)
  const name = makeDirectionVisible(file.fileName)
  return (
    <li className={styles.chip}>
      {picture === null ? (
        <span className={styles.mark}>
          <FileMark mediaType={file.mediaType} />
        </span>
      ) : (
        <img className={styles.thumbnail} src={picture} alt="" />
      )}
      <span className={styles.facts}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.size}>{byteSize(file.bytes, i18n.locale)}</span>
      </span>
      <IconButton
        label={i18n.t('attach.remove', { name })}
        onClick={() => void actions.removeAttachment(conversationId, file.attachmentId)}
      >
        <X size={14} strokeWidth={2} aria-hidden />
      </IconButton>
    </li>
  )
}
