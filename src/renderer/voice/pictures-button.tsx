import { Image } from 'lucide-react'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { currentStatus } from '../state/selectors'
import { IconButton } from '../ui/button'
import styles from './composer.module.css'

/** Whether typed text in this conversation is answered with images. Hidden without an image model. */
export function PicturesButton() {
  const i18n = useI18n()
  const { actions } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const pictures = useApp((state) => currentStatus(state)?.pictures)
  if (conversationId === null || pictures === undefined) return null
  return (
    <IconButton label={i18n.t('pictures.switch')} pressed={pictures} onClick={() => actions.setPictures(conversationId, !pictures)}>
      <Image size={16} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}

/** What changes while images are on: no tools, and no search. */
export function PicturesNote() {
  const i18n = useI18n()
  const isOn = useApp((state) => currentStatus(state)?.pictures === true)
  return isOn ? (
    <p className={styles.waits} role="status">
      {i18n.t('pictures.on')}
    </p>
  ) : null
}
