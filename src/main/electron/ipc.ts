import { type BrowserWindow, ipcMain } from 'electron'
import type { Dispatch } from '../../shared/ipc/router'
import { failure } from '../../shared/lib/result'
import { mayCall } from '../policy'

/** Lets the page's calls in, from the main frame of our own window alone. `window` gives null while there is none. */
export function answerCalls(dispatch: Dispatch, window: () => BrowserWindow | null): void {
  ipcMain.handle('parley:call', async (event, name: unknown, payload: unknown) => {
    const contents = window()?.webContents
    const allowed = mayCall({
      isOurWindow: event.sender === contents,
      isMainFrame: event.senderFrame !== null && event.senderFrame === contents?.mainFrame,
      frameAddress: event.senderFrame?.url ?? null,
    })
    if (!allowed || typeof name !== 'string') return failure('not-allowed', 'Only the window of Parley may call it.')
    return dispatch(name, payload)
  })
}
