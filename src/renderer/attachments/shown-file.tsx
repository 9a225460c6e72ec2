import { Dialog } from '@base-ui/react/dialog'
import { Download, X } from 'lucide-react'
import { useState } from 'react'
import type { Attachment } from '../../shared/attachments/attachment'
import { makeDirectionVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import { IconButton } from '../ui/button'
import { byteSize } from '../ui/format'
import styles from './attachments.module.css'
import { FileMark } from './file-mark'
import { usePicture } from './use-picture'

interface ShownFileProps {
  readonly conversationId: string
  readonly file: Attachment
}

/** A file of a message: an image opens enlarged, any other file is shown by its name; each can be saved. */
export function ShownFile({ conversationId, file }: ShownFileProps) {
  const i18n = useI18n()
  const picture = usePicture(conversationId, file)
  const [open, setOpen] = useState(false)
  const name = makeDirectionVisible(file.fileName)
  if (file.width === null || file.height === null)
    return (
      <div className={styles.chip}>
        <span className={styles.mark}>
          <FileMark mediaType={file.mediaType} />
        </span>
        <span className={styles.facts}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          <span className={styles.size}>{byteSize(file.bytes, i18n.locale)}</span>
        </span>
        <SaveButton conversationId={conversationId} file={file} />
      </div>
    )
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className={styles.picture} aria-label={i18n.t('attach.enlarge', { name })}>
        {/* its space is reserved while it loads: what follows does not move */}
        <img src={picture ?? EMPTY} alt={name} {...shownSize(file.width, file.height)} data-loaded={picture === null ? undefined : ''} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.enlarged} aria-label={name}>
          <div className={styles.bar}>
            <span className={styles.name}>{name}</span>
            <SaveButton conversationId={conversationId} file={file} />
            <Dialog.Close render={<IconButton label={i18n.t('attach.close')} />}>
              <X size={16} strokeWidth={2} aria-hidden />
            </Dialog.Close>
          </div>
          <Enlarged picture={picture ?? EMPTY} file={file} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The size of an image in the thread, in CSS pixels. */
function shownSize(width: number, height: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, WIDEST / width, HIGHEST / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const WIDEST = 320
const HIGHEST = 240
const EMPTY = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** As large as the window allows; pressed, in its full size. */
function Enlarged({ picture, file }: { readonly picture: string; readonly file: Attachment }) {
  const i18n = useI18n()
  const [whole, setWhole] = useState(true)
  return (
    <div className={styles.room}>
      <button
        type="button"
        className={whole ? styles.whole : styles.actual}
        aria-label={i18n.t(whole ? 'attach.actualSize' : 'attach.wholePicture')}
        onClick={() => setWhole(!whole)}
      >
        <img src={picture} alt={makeDirectionVisible(file.fileName)} />
      </button>
    </div>
  )
}

function SaveButton({ conversationId, file }: ShownFileProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  const [said, setSaid] = useState<string | null>(null)
  const save = async () => {
    const saved = await actions.saveAttachment(conversationId, file)
    if (!saved.ok) setSaid(saved.error.message)
    else setSaid(saved.value === null ? null : i18n.t('attach.saved', { name: saved.value }))
  }
  return (
    <>
      <IconButton label={i18n.t('attach.save', { name: makeDirectionVisible(file.fileName) })} onClick={() => void save()}>
        <Download size={14} strokeWidth={2} aria-hidden />
      </IconButton>
      {said !== null && (
        <span className={styles.size} role="status">
          {said}
        </span>
      )}
    </>
  )
}
