/** Requests of the page's own window buttons. */
interface ControlledWindow {
  minimize(): void
  maximize(): void
  unmaximize(): void
  isMaximized(): boolean
  close(): void
}

/** Performs the requests of the page's own window buttons; without a window (null) there is nothing to do. */
export function controlWindow(window: ControlledWindow | null, action: 'minimize' | 'toggle-maximize' | 'close'): void {
  if (window === null) return
  switch (action) {
    case 'minimize':
      window.minimize()
      break
    case 'toggle-maximize':
      if (window.isMaximized()) window.unmaximize()
      else window.maximize()
      break
    case 'close':
      window.close()
      break
  }
}
