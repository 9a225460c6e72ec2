import { app, type BrowserWindow, dialog } from 'electron'
import type { Desktop } from '../desktop'
import { type Closing, closingAnswer, closingPrompt } from '../window/closing'
import { bringToFront } from './window'

/** Decides what happens when the window is closed. */
export interface ClosingGuard {
  readonly follow: Desktop['onClosing']
  guard(window: BrowserWindow): void
}

/** Until a behavior is set, closing quits; so it does while the app is quitting anyway. */
export function createClosingGuard(): ClosingGuard {
  let closing: Parameters<Desktop['onClosing']>[0] | null = null
  let quitting = false
  let asking = false
  app.on('before-quit', () => {
    quitting = true
  })
  // macOS: a hidden window returns with a click in the Dock
  app.on('activate', bringToFront)

  function act(window: BrowserWindow, way: Closing): void {
    if (way === 'background') window.hide()
    else app.quit()
  }

  return {
    follow(next) {
      closing = next
    },
    guard(window) {
      window.on('close', (event) => {
        if (quitting || closing === null) return
        // macOS keeps an app running without windows: there is nothing to ask
        const way = process.platform === 'darwin' ? 'background' : closing.way()
        if (way === 'quit') return
        event.preventDefault()
        if (way === 'background') return act(window, way)
        if (asking) return
        asking = true
        const { chosen } = closing
        const { buttons, ...words } = closingPrompt(closing.locale())
        void dialog
          .showMessageBox(window, { type: 'question', noLink: true, cancelId: buttons.length, ...words, buttons: [...buttons] })
          .then(({ response }) => {
            const answer = closingAnswer(response)
            if (answer === null) return
            chosen(answer)
            act(window, answer)
          })
          .finally(() => {
            asking = false
          })
      })
    },
  }
}
