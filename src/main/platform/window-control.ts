/** What a window is asked for by its page's own buttons. */
interface ControlledWindow {
  minimize(): void
  maximize(): void
  unmaximize(): void
  isMaximized(): boolean
  close(): void
}

/** Does what the page's own window buttons say. */
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
