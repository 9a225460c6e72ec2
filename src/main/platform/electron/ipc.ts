import { type BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import type { Dispatch } from '../../../shared/ipc/router'
import { failure } from '../../../shared/lib/result'
import type { AudioChannels } from '../audio-channels'
import { mayCall } from '../security-policy'
import { type CompanionWindowKind, narrowed } from '../window/companion-window-table'

/** Sends an event to the page of a window. */
export function sendToWindow(window: BrowserWindow | null | undefined, name: string, payload: unknown): void {
  if (window?.isDestroyed() === false) window.webContents.send('parley:event', name, payload)
}

/**
 * Accepts the page's calls and sound only from the main frame of the main window, and from each companion window the calls allowed for
 * it. `window` returns null while there is none; `kindOf` identifies companion windows.
 */
export function answerCalls(
  dispatch: Dispatch,
  lines: AudioChannels,
  window: () => BrowserWindow | null,
  kindOf: (contents: WebContents) => CompanionWindowKind | null,
): void {
  /** What the sender may call; null: nothing. */
  const entranceOf = ({ sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent): Dispatch | null => {
    const kind = kindOf(sender)
    const isOurWindow = kind !== null || sender === window()?.webContents
    const isMainFrame = senderFrame !== null && senderFrame === sender.mainFrame
    if (!mayCall({ isOurWindow, isMainFrame, frameAddress: senderFrame?.url ?? null }, kind)) return null
    return kind === null ? dispatch : narrowed(dispatch, kind)
  }
  ipcMain.handle('parley:call', async (event, name: unknown, payload: unknown) => {
    const entrance = entranceOf(event)
    if (entrance === null || typeof name !== 'string') return failure('not-allowed', 'Only the windows of Parley may call it.')
    return entrance(name, payload)
  })
  ipcMain.on('parley:audio-channel', (event, kind: unknown) => {
    if (entranceOf(event) === dispatch) lines.open(kind, event.ports[0])
  })
}
