import type { Desktop } from '../../src/main/platform/desktop'

const refuse = (): Promise<never> => Promise.reject(new Error('this desktop does not do that'))

/** A desktop that shows nothing and refuses everything, except for the given parts. */
export function paperDesktop(lent: Partial<Desktop> = {}): Desktop {
  return {
    readClipboard: refuse,
    writeClipboard: refuse,
    sight: null,
    captureScreen: refuse,
    openSystemSettings: refuse,
    showInFolder: refuse,
    chooseFile: refuse,
    chooseFolder: refuse,
    choosePlace: refuse,
    confirm: () => Promise.resolve(true),
    notificationButtons: () => false,
    notify: () => ({ dispose: () => undefined }),
    showInTray: () => undefined,
    small: null,
    setTrayMenu: () => undefined,
    setAppMenu: () => undefined,
    quit: () => undefined,
    bringToFront: () => undefined,
    onLaunch: () => undefined,
    onClosing: () => undefined,
    atLogin: { isOn: () => false, set: () => undefined },
    ...lent,
  }
}
