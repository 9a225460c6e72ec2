import { useCallback, useEffect } from 'react'
import type { AppCommand } from '../../shared/commands/app-commands'
import type { textSizes } from '../../shared/ipc/appearance-choices'
import { useGoToApproval } from '../approval/use-go-to-approval'
import { useServices } from '../state/context'
import type { AppStore } from '../state/store'
import { focusComposer } from '../ui/focus-composer'
import { whenDrawn } from '../ui/when-drawn'

const sizes = ['small', 'normal', 'large', 'largest', 'huge', 'double'] as const satisfies readonly (keyof typeof textSizes)[]

/** Commands that leave the sheet of shortcuts open. */
const beneathSheet: readonly AppCommand[] = ['shortcuts', 'textLarger', 'textSmaller', 'textUsual', 'mute', 'toggleTalk']

/** Commands that don't need main; the others run as soon as it has answered. */
const aheadOfMain: readonly AppCommand[] = ['find', 'shortcuts']

/** Runs `act` once the app is open, or not at all if that fails. */
function whenOpened({ api }: AppStore, act: () => void): void {
  const stop = api.subscribe(({ opening }) => {
    if (opening.phase === 'loading') return
    stop()
    if (opening.phase === 'ready') act()
  })
}

/** Runs the command of a shortcut, a menu item or a row of the palette. */
export function useCommands(): (command: AppCommand) => void {
  const { store, actions } = useServices()
  const goToQuestion = useGoToApproval()
  return useCallback(
    function run(command) {
      const state = store.api.getState()
      // the first run comes first
      if (state.opening.phase === 'failed' || state.view.name === 'setUp') return
      if (state.opening.phase === 'loading' && !(state.early !== null && aheadOfMain.includes(command))) {
        whenOpened(store, () => run(command))
        return
      }
      if (state.shortcutsOpen && !beneathSheet.includes(command)) actions.openShortcuts(false)
      const { currentConversationId: shown, settings } = state
      const resize = (step: number) => {
        const textSize = sizes[sizes.indexOf(settings.textSize) + step]
        if (textSize !== undefined) void actions.updateSettings({ textSize })
      }
      const commands: { readonly [Name in AppCommand]: () => unknown } = {
        newConversation: async () => {
          await store.create()
          whenDrawn(() => {
            if (document.querySelector('[data-composer]') === null) return false
            focusComposer()
            return true
          })
        },
        exportMarkdown: () => shown !== null && actions.saveConversation(shown, 'markdown'),
        exportJson: () => shown !== null && actions.saveConversation(shown, 'json'),
        find: () => actions.openPalette(!state.paletteOpen),
        findHere: () => actions.openFind(true),
        settings: () => actions.showSettings('general'),
        sidebar: () => {
          actions.showThread()
          if (window.matchMedia('(max-width: 899px)').matches) actions.openDrawer(!state.drawerOpen)
          else actions.collapseSidebar(!state.sidebarCollapsed)
        },
        questions: () => actions.showQuestions(true),
        results: () => actions.showData(null),
        inspector: () => actions.inspect(null),
        inspectorWindow: () => actions.inspectInWindow(null),
        captions: () => actions.updateSettings({ captions: !settings.captions }),
        textLarger: () => resize(1),
        textSmaller: () => resize(-1),
        textUsual: () => actions.updateSettings({ textSize: 'normal' }),
        toggleTalk: () => actions.toggleTalk(),
        mute: () => actions.setMuted(!state.muted),
        nextQuestion: () => goToQuestion(),
        showScreen: () => actions.beginSight('screen', null),
        shortcuts: () => actions.openShortcuts(!state.shortcutsOpen),
        logs: () => actions.showSettings('diagnostics'),
        report: () => actions.showSettings('diagnostics'),
        about: () => actions.showSettings('about'),
      }
      void commands[command]()
    },
    [store, actions, goToQuestion],
  )
}

/** Runs commands from the system's menu of the app. */
export function useMenuCommands(): void {
  const { client } = useServices()
  const run = useCommands()
  useEffect(() => client.on('app.command', ({ command }) => run(command)), [client, run])
}
