/** Requests of the page's own window buttons. */
interface ControlledWindow {
  minimize(): void
  maximize(): void
  unmaximize(): void
  isMaximized(): boolean
  close(): void
}

/** Performs the requests of the page's own window buttons. */
export function controlWindow(window: ControlledWindow, action: 'minimize' | 'toggle-maximize' | 'close'): void {
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
