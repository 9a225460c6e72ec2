import { ArrowLeft, CodeXml, HardDrive, Keyboard, Mic, Scale, SlidersHorizontal, Sparkles } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
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
import { DeveloperSection } from './developer-section'
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
import { SettingsPart } from './settings-group'
import { pageOf, settingsPages } from './settings-pages'
import { SettingsSearch } from './settings-search'
import { settingsSections } from './settings-sections'
import styles from './settings-view.module.css'
import { StorageSection } from './storage/storage-section'
import { useScrollToSection } from './use-scroll-to-section'
import { VoiceSection } from './voice-section'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

const icons: { readonly [Page in (typeof settingsPages)[number]['page']]: ReactNode } = {
  general: <SlidersHorizontal {...icon} />,
  voice: <Mic {...icon} />,
  hotkeys: <Keyboard {...icon} />,
  gemini: <Sparkles {...icon} />,
  tools: <Scale {...icon} />,
  storage: <HardDrive {...icon} />,
  developer: <CodeXml {...icon} />,
}

const contents: { readonly [Section in SettingsSection]: ReactNode } = {
  general: <GeneralSection />,
  notifications: <NotificationsSection />,
  about: <AboutSection />,
  voice: <VoiceSection />,
  hotkeys: <HotkeysSection />,
  key: <KeySection />,
  session: <SessionSection />,
  rules: <RulesSection />,
  servers: <ServersSection />,
  audit: <AuditSection />,
  storage: <StorageSection />,
  data: <DataSection />,
  developer: <DeveloperSection />,
  programs: <GatewaySection />,
  diagnostics: <DiagnosticsSection />,
}

/**
 * All settings, a page at a time, scrolled to the section that was asked for. A change applies at once; if main refuses it, the refusal is shown and the control
 * does not change.
 */
export function SettingsView({ section }: { readonly section: SettingsSection }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const failure = useApp((state) => state.settingsFailure)
  const mac = useApp(hasTrafficLights)
  const narrow = useLayout() === 'column'
  const shown = pageOf(section)
  const parts = settingsSections.filter((one) => shown.sections.some((part) => part === one.section))
  const content = useScrollToSection(section, section !== shown.sections[0])
  const [query, setQuery] = useState('')
  const found = useMemo(() => findSettings(query, i18n), [query, i18n])
  return (
    <div className={styles.settings}>
      <nav className={styles.nav} aria-label={i18n.t('settings.title')} data-region="sidebar" onKeyDown={searchAsTyped}>
        <div className={`${styles.navHead} ${mac ? styles.mac : ''}`}>
          <IconButton label={i18n.t('settings.back')} onClick={() => actions.showThread()}>
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <span className={styles.navTitle}>{i18n.t('settings.title')}</span>
          {narrow && <WindowButtons />}
        </div>
        <SettingsSearch query={query} onQuery={setQuery} found={found} />
        {query.trim() === '' && <PageList shown={shown} parts={parts} section={section} />}
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
        <section ref={content} className={styles.content} tabIndex={0} aria-label={i18n.t(shown.name)}>
          {failure !== null && (
            <p className={styles.failure} role="alert">
              {i18n.t('settings.failed', { reason: failure })}
            </p>
          )}
          {parts.map((part) => (
            <SettingsPart key={part.section} section={part.section} heading={part.name === shown.name ? null : i18n.t(part.name)}>
              {contents[part.section]}
            </SettingsPart>
          ))}
          <ResetGroup key={shown.page} keys={parts.flatMap(({ keys }) => [...keys])} />
        </section>
      </main>
    </div>
  )
}

/** Text that is typed into the list of pages goes into the search. */
function searchAsTyped(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, altKey, target } = event
  if (target instanceof HTMLInputElement || key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return
  event.currentTarget.querySelector<HTMLElement>('input[type="search"]')?.focus()
}

interface PageListProps {
  readonly shown: (typeof settingsPages)[number]
  readonly parts: readonly (typeof settingsSections)[number][]
  readonly section: SettingsSection
}

/** The pages, and under the shown one its sections. */
function PageList({ shown, parts, section }: PageListProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  return (
    <ul className={styles.pages} onKeyDown={(event) => moveFocusInside(event, 'button')}>
      {settingsPages.map(({ page, name, sections: [first] }) => (
        <li key={page}>
          <button
            type="button"
            className={styles.page}
            data-page={page}
            aria-current={page === shown.page ? 'page' : undefined}
            tabIndex={page === shown.page ? 0 : -1}
            onClick={() => actions.showSettings(first)}
          >
            {icons[page]}
            {i18n.t(name)}
          </button>
          {page === shown.page && parts.length > 1 && (
            <ul className={styles.sections} aria-label={i18n.t('settings.sections')}>
              {parts
                .filter((part) => part.name !== shown.name)
                .map((part) => (
                  <li key={part.section}>
                    <button
                      type="button"
                      className={styles.section}
                      data-section={part.section}
                      aria-current={part.section === section ? 'location' : undefined}
                      tabIndex={-1}
                      onClick={() => actions.showSettings(part.section)}
                    >
                      {i18n.t(part.name)}
                    </button>
                  </li>
                ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}
