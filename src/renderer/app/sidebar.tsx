import { EyeOff, PanelLeft, Search, SquarePen, X } from 'lucide-react'
import { useCaps } from '../commands/use-caps'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { hasTrafficLights } from '../state/selectors'
import { IconButton } from '../ui/button'
import { KeyCap } from '../ui/key-cap'
import { ConversationList } from './conversation-list'
import { Mark } from './mark'
import styles from './sidebar.module.css'
import { SidebarFoot } from './sidebar-foot'

interface SidebarProps {
  /** In a drawer the second button closes it; otherwise it collapses the sidebar to the rail. */
  readonly inDrawer?: boolean
}

/** Search, the conversations, and buttons for approvals and settings at the bottom. */
export function Sidebar({ inDrawer = false }: SidebarProps) {
  const i18n = useI18n()
  const { actions, store } = useServices()
  const mac = useApp(hasTrafficLights)
  const find = useCaps('find')
  return (
    <nav className={styles.sidebar} aria-label={i18n.t('region.sidebar')} data-region="sidebar">
      <div className={`${styles.head} ${mac ? styles.mac : ''}`}>
        {!mac && <Mark />}
        <span className={styles.name}>{i18n.t('app.name')}</span>
        <IconButton label={i18n.t('app.newConversation')} onClick={() => void store.create()}>
          <SquarePen size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <IconButton label={i18n.t('private.new')} onClick={() => void actions.createPrivate()}>
          <EyeOff size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
        {inDrawer ? (
          <IconButton label={i18n.t('app.close')} onClick={() => actions.openDrawer(false)}>
            <X size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        ) : (
          <IconButton label={i18n.t('app.collapseSidebar')} onClick={() => actions.collapseSidebar(true)}>
            <PanelLeft size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        )}
      </div>
      <button type="button" className={styles.search} onClick={() => actions.openPalette(true)} aria-keyshortcuts={find.aria}>
        <Search size={14} strokeWidth={2} aria-hidden />
        <span className={styles.searchWords}>{i18n.t('palette.title')}</span>
        <KeyCap name={find.caps.join(' ')} />
      </button>
      <div className={styles.conversations}>
        <ConversationList />
      </div>
      <SidebarFoot />
    </nav>
  )
}
