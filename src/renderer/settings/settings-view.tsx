import {
  ArrowLeft,
  Bell,
  Database,
  HardDrive,
  Info,
  Keyboard,
  KeyRound,
  MessagesSquare,
  Mic,
  Plug,
  Scale,
  ScrollText,
  Server,
  SlidersHorizontal,
  Stethoscope,
} from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { WindowButtons } from '../app/window-buttons'
import { HotkeysSection } from '../hotkeys/hotkeys-section'
import { useI18n } from '../i18n/i18n-provider'
import type { SettingsSection } from '../state/app-state'
import { useApp, useServices } from '../state/context'
import { hasTrafficLights } from '../state/selectors'
import { IconButton } from '../ui/button'
import { moveFocusInside } from '../ui/roving'
import { useLayout } from '../ui/use-width'
import { AboutSection } from './about-section'
import { AuditSection } from './audit/audit-section'
import { DataSection } from './data/data-section'
import { DiagnosticsSection } from './diagnostics/diagnostics-section'
import { findSettings } from './find-settings'
import { GatewaySection } from './gateway/gateway-section'
import { GeneralSection } from './general-section'
import { KeySection } from './key-section'
import { NotificationsSection } from './notifications-section'
import { ResetGroup } from './reset-group'
import { RulesSection } from './rules/rules-section'
import { ServersSection } from './servers/servers-section'
import { SessionSection } from './session-section'
import { SettingsSearch } from './settings-search'
import { settingsSections } from './settings-sections'
import styles from './settings-view.module.css'
import { StorageSection } from './storage/storage-section'
import { VoiceSection } from './voice-section'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

const faces: { readonly [Section in SettingsSection]: { readonly icon: ReactNode; readonly content: ReactNode } } = {
  general: { icon: <SlidersHorizontal {...icon} />, content: <GeneralSection /> },
  voice: { icon: <Mic {...icon} />, content: <VoiceSection /> },
  notifications: { icon: <Bell {...icon} />, content: <NotificationsSection /> },
  hotkeys: { icon: <Keyboard {...icon} />, content: <HotkeysSection /> },
  session: { icon: <MessagesSquare {...icon} />, content: <SessionSection /> },
  rules: { icon: <Scale {...icon} />, content: <RulesSection /> },
  servers: { icon: <Server {...icon} />, content: <ServersSection /> },
  audit: { icon: <ScrollText {...icon} />, content: <AuditSection /> },
  data: { icon: <Database {...icon} />, content: <DataSection /> },
  storage: { icon: <HardDrive {...icon} />, content: <StorageSection /> },
  key: { icon: <KeyRound {...icon} />, content: <KeySection /> },
  programs: { icon: <Plug {...icon} />, content: <GatewaySection /> },
  diagnostics: { icon: <Stethoscope {...icon} />, content: <DiagnosticsSection /> },
  about: { icon: <Info {...icon} />, content: <AboutSection /> },
}

/**
 * All settings, a section at a time. A change applies at once; if main refuses it, the refusal is shown and the control
 * does not change.
 */
export function SettingsView({ section }: { readonly section: SettingsSection }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const failure = useApp((state) => state.settingsFailure)
  const mac = useApp(hasTrafficLights)
  const narrow = useLayout() === 'column'
  const shown = settingsSections.find((one) => one.section === section) ?? settingsSections[0]
  const [query, setQuery] = useState('')
  const found = useMemo(() => findSettings(query, i18n), [query, i18n])
  return (
    <div className={styles.settings}>
      <nav className={styles.nav} aria-label={i18n.t('settings.title')} data-region="sidebar">
        <div className={`${styles.navHead} ${mac ? styles.mac : ''}`}>
          <IconButton label={i18n.t('settings.back')} onClick={() => actions.showThread()}>
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <span className={styles.navTitle}>{i18n.t('settings.title')}</span>
          {narrow && <WindowButtons />}
        </div>
        <SettingsSearch query={query} onQuery={setQuery} found={found} />
        {query.trim() === '' && (
          <ul className={styles.sections} onKeyDown={(event) => moveFocusInside(event, 'button')}>
            {settingsSections.map((one) => (
              <li key={one.section}>
                <button
                  type="button"
                  className={styles.section}
                  data-section={one.section}
                  aria-current={one.section === section ? 'page' : undefined}
                  tabIndex={one.section === section ? 0 : -1}
                  onClick={() => actions.showSettings(one.section)}
                >
                  {faces[one.section].icon}
                  {i18n.t(one.name)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </nav>
      <main className={styles.main} data-region="settings">
        {narrow ? (
          <h1 className="visually-hidden">{i18n.t(shown.name)}</h1>
        ) : (
          <header className={styles.header}>
            <h1 className={styles.title}>{i18n.t(shown.name)}</h1>
            <WindowButtons />
          </header>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <section className={styles.content} tabIndex={0} aria-label={i18n.t(shown.name)}>
          {failure !== null && (
            <p className={styles.failure} role="alert">
              {i18n.t('settings.failed', { reason: failure })}
            </p>
          )}
          {faces[section].content}
          <ResetGroup keys={shown.keys} />
        </section>
      </main>
    </div>
  )
}
