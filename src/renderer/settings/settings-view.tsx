import {
  ArrowLeft,
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
  SlidersHorizontal,
  Stethoscope,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { WindowButtons } from '../app/window-buttons'
import { HotkeysSection } from '../hotkeys/hotkeys-section'
import type { StringKey } from '../i18n/catalogue'
import { useWords } from '../i18n/words'
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
import { GatewaySection } from './gateway/gateway-section'
import { GeneralSection } from './general-section'
import { KeySection } from './key-section'
import { RulesSection } from './rules/rules-section'
import { SessionSection } from './session-section'
import styles from './settings-view.module.css'
import { StorageSection } from './storage/storage-section'
import { VoiceSection } from './voice-section'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

const SECTIONS = [
  { section: 'general', name: 'settings.general', icon: <SlidersHorizontal {...icon} />, content: <GeneralSection /> },
  { section: 'voice', name: 'settings.voice', icon: <Mic {...icon} />, content: <VoiceSection /> },
  { section: 'hotkeys', name: 'hotkeys.title', icon: <Keyboard {...icon} />, content: <HotkeysSection /> },
  { section: 'session', name: 'session.title', icon: <MessagesSquare {...icon} />, content: <SessionSection /> },
  { section: 'rules', name: 'settings.toolsAndRules', icon: <Scale {...icon} />, content: <RulesSection /> },
  { section: 'audit', name: 'settings.audit', icon: <ScrollText {...icon} />, content: <AuditSection /> },
  { section: 'data', name: 'sources.title', icon: <Database {...icon} />, content: <DataSection /> },
  { section: 'storage', name: 'storage.title', icon: <HardDrive {...icon} />, content: <StorageSection /> },
  { section: 'key', name: 'settings.keyAndModels', icon: <KeyRound {...icon} />, content: <KeySection /> },
  { section: 'programs', name: 'settings.programs', icon: <Plug {...icon} />, content: <GatewaySection /> },
  { section: 'diagnostics', name: 'diagnostics.title', icon: <Stethoscope {...icon} />, content: <DiagnosticsSection /> },
  { section: 'about', name: 'settings.about', icon: <Info {...icon} />, content: <AboutSection /> },
] as const satisfies readonly {
  readonly section: SettingsSection
  readonly name: StringKey
  readonly icon: ReactNode
  readonly content: ReactNode
}[]

/** All settings, a section at a time. A change counts at once; what main refuses is said and not shown as done. */
export function SettingsView({ section }: { readonly section: SettingsSection }) {
  const words = useWords()
  const { actions } = useServices()
  const failure = useApp((state) => state.settingsFailure)
  const mac = useApp(hasTrafficLights)
  const narrow = useLayout() === 'column'
  const shown = SECTIONS.find((one) => one.section === section) ?? SECTIONS[0]
  return (
    <div className={styles.settings}>
      <nav className={styles.nav} aria-label={words.say('settings.title')} data-region="sidebar">
        <div className={`${styles.navHead} ${mac ? styles.mac : ''}`}>
          <IconButton label={words.say('settings.back')} onClick={() => actions.showThread()}>
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <span className={styles.navTitle}>{words.say('settings.title')}</span>
          {narrow && <WindowButtons />}
        </div>
        <ul className={styles.sections} onKeyDown={(event) => moveFocusInside(event, 'button')}>
          {SECTIONS.map((one) => (
            <li key={one.section}>
              <button
                type="button"
                className={styles.section}
                data-section={one.section}
                aria-current={one.section === section ? 'page' : undefined}
                tabIndex={one.section === section ? 0 : -1}
                onClick={() => actions.showSettings(one.section)}
              >
                {one.icon}
                {words.say(one.name)}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <main className={styles.main} data-region="settings">
        {narrow ? (
          <h1 className="visually-hidden">{words.say(shown.name)}</h1>
        ) : (
          <header className={styles.header}>
            <h1 className={styles.title}>{words.say(shown.name)}</h1>
            <WindowButtons />
          </header>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <section className={styles.content} tabIndex={0} aria-label={words.say(shown.name)}>
          {failure !== null && (
            <p className={styles.failure} role="alert">
              {words.say('settings.failed', { reason: failure })}
            </p>
          )}
          {shown.content}
        </section>
      </main>
    </div>
  )
}
