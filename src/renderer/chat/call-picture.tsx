import { useEffect, useState } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import styles from './tool-call-row.module.css'

/** The image that a call's run returned, as sent to the model. Empty while it is read, and if it is gone. */
export function CallPicture({ toolCallId }: { readonly toolCallId: string }) {
  const i18n = useI18n()
  const { client } = useServices()
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    let wanted = true
    void client.call('call.picture', { toolCallId }).then((reply) => {
      if (wanted && reply.ok) setAddress(reply.value.address)
    })
    return () => {
      wanted = false
    }
  }, [client, toolCallId])
  return address === null ? null : <img className={styles.picture} src={address} alt={i18n.t('tool.picture')} />
}
