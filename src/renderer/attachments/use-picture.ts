import { useEffect, useState } from 'react'
import { type Attachment, attachmentKind } from '../../shared/attachments/attachment'
import { useServices } from '../state/context'

/** The address of an image, null while it is read and if it can’t be. Other files have none. */
export function usePicture(conversationId: string, attachment: Attachment): string | null {
  const { actions } = useServices()
  const [address, setAddress] = useState<string | null>(null)
  const { attachmentId, mediaType, bytes } = attachment
  useEffect(() => {
    if (attachmentKind(mediaType) !== 'picture') return
    let wanted = true
    void actions.readAttachment(conversationId, { attachmentId, mediaType, bytes }).then(async (read) => {
      const data = read.ok ? await dataAddress(read.value) : null
      if (wanted) setAddress(data)
    })
    return () => {
      wanted = false
    }
  }, [actions, conversationId, attachmentId, mediaType, bytes])
  return address
}

/** The page's policy only allows images from the page itself and `data:` addresses. */
function dataAddress(file: Blob): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null)
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(file)
  })
}
