import type { ReactNode } from 'react'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import styles from './external-link.module.css'

/** A link that opens in the user's browser, through main. If its text is not its host, the host is shown next to it. */
export function ExternalLink({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const host = webHost(address)
  if (host === null) return <span>{children}</span>
  const saysHost = typeof children === 'string' && namesHost(children, host)
  return (
    <a
      className={styles.link}
      href={address}
      title={i18n.t('thread.linkTo', { host })}
      rel="noreferrer"
      onClick={(event) => {
        event.preventDefault()
        actions.openLink(address)
      }}
      onAuxClick={(event) => event.preventDefault()}
    >
      {children}
      {!saysHost && <span className={styles.host}> ({host})</span>}
    </a>
  )
}

/** Whether a link's text names its host, for example without `www.`. */
export function namesHost(text: string, host: string): boolean {
  return text.includes(host.replace(/^www\.(?=[^.]+\.)/, ''))
}

/** The host of a web address in ASCII; null for anything other than http or https. */
export function webHost(address: string): string | null {
  try {
    const url = new URL(address)
    return url.protocol === 'https:' || url.protocol === 'http:' ? makeVisible(url.host) : null
  } catch {
    // relative or invalid addresses have no host
    return null
  }
}
