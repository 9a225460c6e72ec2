import { loadPalette } from '../palette/early-palette'
import type { AppState } from '../state/app-state'
import type { AppStore } from '../state/store'
import { untilDrawn } from '../ui/until-drawn'
import { whenWanted } from '../ui/when-wanted'
import styles from './app.module.css'
import { PartNotLoaded, ViewNotLoaded } from './not-loaded'

const view = { waiting: () => <main className={styles.opening} aria-busy="true" />, failed: ViewNotLoaded }
const part = { failed: PartNotLoaded }

// Parts that the first view does not need: each is a chunk of its own, loaded on demand or when the page is idle.
export const Messages = whenWanted(
  async () => {
    // it is part of the first paint, which should not wait for it
    await untilDrawn()
    return (await import('../chat/messages')).Messages
  },
  { waiting: () => <section className={styles.threadComing} aria-busy="true" />, failed: PartNotLoaded },
)
export const ShortcutSheet = whenWanted(async () => (await import('../commands/shortcut-sheet')).ShortcutSheet, part)
export const DraftFiles = whenWanted(async () => (await import('../attachments/draft-files')).DraftFiles, part)
export const ElicitationCards = whenWanted(async () => (await import('../elicitations/elicitation-cards')).ElicitationCards, part)
export const ServerContentDialog = whenWanted(
  async () => (await import('../server-content/server-content-dialog')).ServerContentDialog,
  part,
)
export const SightStrip = whenWanted(async () => (await import('../sight/sight-strip')).SightStrip, part)
export const ReplayedSight = whenWanted(async () => (await import('../sight/sight-strip')).ReplayedSight, part)
export const ScreenPart = whenWanted(async () => (await import('../sight/screen-part')).ScreenPart, part)
export const Drawer = whenWanted(async () => (await import('./drawer')).Drawer, part)
export const ApprovalsPanel = whenWanted(async () => (await import('../approval/approvals-panel')).ApprovalsPanel, part)
export const DataPanel = whenWanted(async () => (await import('../data/data-panel')).DataPanel, part)
export const SettingsView = whenWanted(async () => (await import('../settings/settings-view')).SettingsView, view)
export const DemoGallery = whenWanted(async () => (await import('../demos/demo-gallery')).DemoGallery, view)
export const InspectorScreen = whenWanted(async () => (await import('../inspector/inspector-screen')).InspectorScreen, view)
export const SetUp = whenWanted(async () => (await import('../set-up/set-up')).SetUp, view)

/** In the order in which users reach them. */
const inTheirOrder = [
  Messages.load,
  loadPalette,
  DraftFiles.load,
  ApprovalsPanel.load,
  Drawer.load,
  SettingsView.load,
  DataPanel.load,
  ShortcutSheet.load,
  DemoGallery.load,
  InspectorScreen.load,
]

/**
 * Loads all parts one after the other when the page is idle, so that no user waits for one; never while somebody talks.
 */
export async function loadPartsWhenIdle(api: Pick<AppStore['api'], 'getState'>): Promise<void> {
  for (const load of inTheirOrder) {
    do await rest()
    while (!isQuiet(api.getState()))
    await load()
  }
}

/** Loading a chunk blocks the page: it pauses this long at first and between two parts. */
const REST_MS = 2000

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(() => requestIdleCallback(() => resolve(), { timeout: REST_MS }), REST_MS))
}

function isQuiet({ talk, statuses }: AppState): boolean {
  return talk.phase === 'idle' && Object.values(statuses).every((status) => status?.activity === 'idle')
}
