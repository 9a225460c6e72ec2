import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import type { Transport } from '../shared/ipc/transport'

const isMain = location.pathname === '/' || location.pathname === '/index.html'

const transport: Transport = {
  call: (name, payload) => ipcRenderer.invoke('parley:call', name, payload),
  onEvent: (listener) => {
    const forward = (_event: IpcRendererEvent, name: string, payload: unknown): void => listener(name, payload)
    ipcRenderer.on('parley:event', forward)
    return () => void ipcRenderer.off('parley:event', forward)
  },
  // only the main window has sound
  ...(isMain && { audioChannels: 'window' }),
}

// the bridge can't pass ports: the page sends them as messages to its own window
window.addEventListener('message', ({ source, data, ports }: MessageEvent<unknown>) => {
  if (!isMain || source !== window || typeof data !== 'object' || data === null || !('audioChannel' in data)) return
  ipcRenderer.postMessage('parley:audio-channel', data.audioChannel, [...ports])
})
contextBridge.exposeInMainWorld('parley', transport)
