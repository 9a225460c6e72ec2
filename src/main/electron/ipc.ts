import { type BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron'
import type { Dispatch } from '../../shared/ipc/router'
import { failure } from '../../shared/lib/result'
import { mayCall } from '../policy'
import type { SoundLines } from '../sound-lines'

/** Lets the page's calls in, and its sound, from the main frame of our own window alone. `window` gives null while there is none. */
export function answerCalls(dispatch: Dispatch, lines: SoundLines, window: () => BrowserWindow | null): void {
  const isOurs = ({ sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean => {
    const contents = window()?.webContents
    const isMainFrame = senderFrame !== null && senderFrame === contents?.mainFrame
    return mayCall({ isOurWindow: sender === contents, isMainFrame, frameAddress: senderFrame?.url ?? null })
  }
  ipcMain.handle('parley:call', async (event, name: unknown, payload: unknown) => {
    if (!isOurs(event) || typeof name !== 'string') return failure('not-allowed', 'Only the window of Parley may call it.')
    return dispatch(name, payload)
  })
  ipcMain.on('parley:sound-line', (event, kind: unknown) => {
    if (isOurs(event)) lines.open(kind, event.ports[0])
  })
}
