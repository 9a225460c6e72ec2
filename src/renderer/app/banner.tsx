import { ChevronDown, Info, X } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { currentStatus } from '../state/selectors'
import { Button, IconButton } from '../ui/button'
import { SystemSettingsButton } from '../ui/system-settings-button'
import { WarningGlyph } from '../voice/state-glyph'
import styles from './banner.module.css'
import { type BannerFacts, bannerOf } from './banner-facts'
import { FixButton } from './fix-button'

/** The banner about the one problem that needs a text: cause, what to do, and the buttons for it. */
export function Banner() {
  const i18n = useI18n()
  const { store } = useServices()
  const notices = useApp((state) => state.notices)
  const status = useApp(currentStatus)
  const conversationId = useApp((state) => state.currentConversationId)
  const dismissed = useApp((state) => state.dismissedFailures)
  // the facts are a new object each time, so they are memoized by their inputs
  // biome-ignore lint/correctness/useExhaustiveDependencies: these inputs are what `bannerOf` reads of the state
  const facts = useMemo(() => bannerOf(store.api.getState(), i18n), [store, i18n, notices, status, conversationId, dismissed])
  return facts === null ? null : <BannerCard key={facts.key} facts={facts} />
}

function BannerCard({ facts }: { readonly facts: BannerFacts }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const [open, setOpen] = useState(false)
  const detailsId = useId()
  const { fix, systemPage, noticeId } = facts
  const hasButtons = fix !== null || systemPage !== null || facts.retry || facts.reload || facts.detail !== ''
  return (
    <section className={`${styles.banner} ${facts.failure ? styles.failure : ''}`} role={facts.failure ? 'alert' : 'status'}>
      {facts.failure ? <WarningGlyph size={20} /> : <Info size={18} strokeWidth={1.75} aria-hidden />}
      <div className={styles.words}>
        <p className={styles.title}>{facts.title}</p>
        <p className={styles.line}>{facts.line}</p>
        {hasButtons && (
          <div className={styles.buttons}>
            {fix !== null && <FixButton fix={fix} small />}
            {systemPage !== null && <SystemSettingsButton page={systemPage} small />}
            {facts.retry && conversationId !== null && (
              <Button small onClick={() => actions.retrySession(conversationId)}>
                {i18n.t('banner.tryAgain')}
              </Button>
            )}
            {facts.reload && (
              <Button small onClick={() => window.location.reload()}>
                {i18n.t('banner.loadAgain')}
              </Button>
            )}
            {facts.detail !== '' && (
              <Button small look="plain" aria-expanded={open} aria-controls={open ? detailsId : undefined} onClick={() => setOpen(!open)}>
                {i18n.t('banner.details')}
                <ChevronDown size={14} strokeWidth={2} aria-hidden className={open ? styles.turned : undefined} />
              </Button>
            )}
          </div>
        )}
        {open && (
          <pre id={detailsId} className={styles.detail}>
            {facts.detail}
          </pre>
        )}
      </div>
      {!facts.reload && (
        <IconButton
          label={i18n.t('banner.dismiss')}
          className={styles.dismiss}
          onClick={() => (noticeId === null ? actions.dismissFailure(facts.key) : actions.dismissNotice(noticeId))}
        >
          <X size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
    </section>
  )
}
