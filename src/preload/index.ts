import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import type { Transport } from '../shared/ipc/transport'

const transport: Transport = {
  call: (name, payload) => ipcRenderer.invoke('parley:call', name, payload),
  onEvent: (listener) => {
    const forward = (_event: IpcRendererEvent, name: string, payload: unknown): void => listener(name, payload)
    ipcRenderer.on('parley:event', forward)
    return () => void ipcRenderer.off('parley:event', forward)
  },
}

contextBridge.exposeInMainWorld('parley', transport)
