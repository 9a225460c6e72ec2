import { Dialog } from '@base-ui/react/dialog'
import { QuestionsPanel } from '../approval/questions-panel'
import { useSpokenYes } from '../approval/use-spoken-yes'
import { ThreadView } from '../chat/thread'
import { ShortcutSheet } from '../commands/shortcut-sheet'
import { useMenuCommands } from '../commands/use-commands'
import { DataPanel } from '../data/data-panel'
import { DemoGallery } from '../demos/demo-gallery'
import { useWords, WordsProvider } from '../i18n/words'
import { InspectorScreen } from '../inspector/inspector-screen'
import { Palette } from '../palette/palette'
import { SetUp } from '../set-up/set-up'
import { SettingsView } from '../settings/settings-view'
import { useSettingsFocus } from '../settings/use-settings-focus'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { useLayout } from '../ui/use-width'
import { Dock } from '../voice/dock'
import { Announcer } from './announcer'
import styles from './app.module.css'
import { Banner } from './banner'
import { Header } from './header'
import { PrivateNote } from './private-note'
import { Rail } from './rail'
import { SessionBar } from './session-bar'
import { Sidebar } from './sidebar'
import { useAppearance } from './use-appearance'
import { useAskedQuestion } from './use-asked-question'
import { useKeyboard } from './use-keyboard'
import { useLinks } from './use-links'
import { WindowButtons } from './window-buttons'

/** The whole window. */
export function App() {
  const words = useAppearance()
  useKeyboard()
  useAskedQuestion()
  useLinks()
  useMenuCommands()
  useSpokenYes()
  useSettingsFocus()
  return (
    <WordsProvider translator={words}>
      <Screen />
      <Palette />
      <ShortcutSheet />
      <Announcer />
    </WordsProvider>
  )
}

function Screen() {
  const opening = useApp((state) => state.opening)
  const view = useApp((state) => state.view)
  if (opening.phase === 'loading') return <Opening />
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
  const expand = () => {
    if (!beside) actions.openDrawer(true)
    else if (collapsed) actions.collapseSidebar(false)
    else if (dataPanel !== null) actions.hideData()
    else actions.showQuestions(false)
  }
  return (
    <div className={styles.window}>
      {whole ? <Sidebar /> : layout !== 'column' && <Rail onExpand={expand} />}
      <div className={styles.middle} inert={panelOpen && layout === 'column'}>
        <Header withWindowButtons={!(panelOpen && beside)} />
        <PrivateNote />
        <Banner />
        <ThreadView />
        <Dock />
        <SessionBar />
      </div>
      {panelOpen && (
        <div className={beside ? styles.panelBeside : styles.panelOver}>
          {dataPanel === null ? <QuestionsPanel withWindowButtons /> : <DataPanel artifactId={dataPanel.artifactId} withWindowButtons />}
        </div>
      )}
      {!beside && <Drawer />}
    </div>
  )
}

function Drawer() {
  const words = useWords()
  const { actions } = useServices()
  const open = useApp((state) => state.drawerOpen)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => actions.openDrawer(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.drawer} aria-label={words.say('region.sidebar')}>
          <Sidebar inDrawer />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Opening() {
  const words = useWords()
  return (
    <main className={styles.opening} aria-busy="true">
      <h1 className="visually-hidden">{words.say('app.loading')}</h1>
    </main>
  )
}

function OpeningFailed({ message }: { readonly message: string }) {
  const words = useWords()
  const { store } = useServices()
  return (
    <main className={styles.openingFailed}>
      <div className={styles.openingBar}>
        <WindowButtons />
      </div>
      <h1 className={styles.openingTitle}>{words.say('app.failed')}</h1>
      <p role="alert">{message}</p>
      <Button look="ink" onClick={() => void store.start()}>
        {words.say('app.retry')}
      </Button>
    </main>
  )
}
