import { type ComponentType, type ReactNode, useState } from 'react'
import { useSpokenYes } from '../approval/use-spoken-yes'
import { ThreadView } from '../chat/thread'
import { useMenuCommands } from '../commands/use-commands'
import { I18nProvider, useI18n } from '../i18n/i18n-provider'
import { EarlyPalette } from '../palette/early-palette'
import { useSettingsFocus } from '../settings/use-settings-focus'
import type { AppState } from '../state/app-state'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { useLayout } from '../ui/use-width'
import { Dock } from '../voice/dock'
import { Announcer } from './announcer'
import styles from './app.module.css'
import { Banner } from './banner'
import { Header } from './header'
import {
  ApprovalsPanel,
  DataPanel,
  DemoGallery,
  Drawer,
  InspectorScreen,
  ServerContentDialog,
  SettingsView,
  SetUp,
  ShortcutSheet,
} from './lazy-parts'
import { PrivateNote } from './private-note'
import { Rail } from './rail'
import { SessionBar } from './session-bar'
import { Sidebar } from './sidebar'
import { useAppearance } from './use-appearance'
import { useAskedApproval } from './use-asked-approval'
import { useKeyboard } from './use-keyboard'
import { useLinks } from './use-links'
import { useListenAtStart } from './use-listen-at-start'
import { usePanelFocus } from './use-panel-focus'
import { WindowButtons } from './window-buttons'

/** The whole window. */
export function App() {
  const i18n = useAppearance()
  useKeyboard()
  useAskedApproval()
  useLinks()
  useListenAtStart()
  useMenuCommands()
  useSpokenYes()
  useSettingsFocus()
  return (
    <I18nProvider translator={i18n}>
      <Screen />
      <Over is={paletteIsOpen} part={EarlyPalette} />
      <Over is={shortcutsAreOpen} part={ShortcutSheet} />
      <Over is={serverContentIsOpen} part={ServerContentDialog} />
      <Announcer />
    </I18nProvider>
  )
}

function Screen() {
  const opening = useApp((state) => state.opening)
  const view = useApp((state) => state.view)
  const isFirstRunOver = useApp((state) => state.early !== null)
  if (opening.phase === 'loading' && !isFirstRunOver) return <Opening />
  if (opening.phase === 'failed') return <OpeningFailed message={opening.message} />
  if (view.name === 'setUp') return <SetUp />
  if (view.name === 'demos') return <DemoGallery />
  if (view.name === 'inspector') return <InspectorScreen messageId={view.messageId} />
  return view.name === 'settings' ? <SettingsView section={view.section} /> : <Conversation />
}

function Conversation() {
  const { actions } = useServices()
  const layout = useLayout()
  const collapsed = useApp((state) => state.sidebarCollapsed)
  const questionsOpen = useApp((state) => state.questionsOpen)
  const beside = layout === 'wide' || layout === 'sidebar'
  const dataPanel = useApp((state) => state.dataPanel)
  const panelOpen = questionsOpen || dataPanel !== null
  const whole = beside && !collapsed && !(panelOpen && layout === 'sidebar')
  usePanelFocus(panelOpen)
  const expand = () => {
    if (!beside) actions.openDrawer(true)
    else if (collapsed) actions.collapseSidebar(false)
    else if (dataPanel !== null) actions.hideData()
    else actions.showQuestions(false)
  }
  return (
    <div className={styles.window}>
      <Opened>{whole ? <Sidebar /> : layout !== 'column' && <Rail onExpand={expand} />}</Opened>
      <div className={styles.middle} inert={panelOpen && layout === 'column'}>
        <Header withWindowButtons={!(panelOpen && beside)} />
        <PrivateNote />
        <Banner />
        <ThreadView />
        <Dock />
        <Opened unseen>
          <SessionBar />
        </Opened>
      </div>
      {panelOpen && (
        <div className={beside ? styles.panelBeside : styles.panelOver}>
          {dataPanel === null ? <ApprovalsPanel withWindowButtons /> : <DataPanel artifactId={dataPanel.artifactId} withWindowButtons />}
        </div>
      )}
      {!beside && <Over is={drawerIsOpen} part={Drawer} />}
    </div>
  )
}

/** What can be used before and after main's first reply. `unseen`: it would show what only main knows. */
function Opened({ unseen = false, children }: { readonly unseen?: boolean; readonly children: ReactNode }) {
  const opened = useApp((state) => state.opening.phase === 'ready')
  return (
    <div className={opened ? styles.opened : styles.coming} inert={!opened} data-unseen={unseen ? '' : undefined}>
      {children}
    </div>
  )
}

const paletteIsOpen = ({ paletteOpen }: AppState): boolean => paletteOpen
const shortcutsAreOpen = ({ shortcutsOpen }: AppState): boolean => shortcutsOpen
const serverContentIsOpen = ({ serverContentOpen }: AppState): boolean => serverContentOpen
const drawerIsOpen = ({ drawerOpen }: AppState): boolean => drawerOpen

/** An overlay of the window: mounted from its first opening on, so that it can animate its closing. */
function Over({ is, part: Part }: { readonly is: (state: AppState) => boolean; readonly part: ComponentType }) {
  const open = useApp(is)
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  return wanted && <Part />
}

function Opening() {
  const i18n = useI18n()
  return (
    <main className={styles.opening} aria-busy="true">
      <h1 className="visually-hidden">{i18n.t('app.loading')}</h1>
    </main>
  )
}

function OpeningFailed({ message }: { readonly message: string }) {
  const i18n = useI18n()
  const { store } = useServices()
  return (
    <main className={styles.openingFailed}>
      <div className={styles.openingBar}>
        <WindowButtons />
      </div>
      <h1 className={styles.openingTitle}>{i18n.t('app.failed')}</h1>
      <p role="alert">{message}</p>
      <Button look="ink" onClick={() => void store.start()}>
        {i18n.t('app.retry')}
      </Button>
    </main>
  )
}
