import { decodeFrame, encodeFrame } from '../../../../shared/ipc/frame'
import type { LossReason, Transport } from '../../../../shared/ipc/transport'
import { channelPath, channelProtocol, type PageFrame, pageChannelPath, readHostFrame, takenOverCode, tokenPrefix } from '../page-channel'
import { takeToken } from '../page-token'

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (reason: Error) => void
}

/**
 * Does for a page in a browser what the preload script does in Electron. The token comes in the fragment of the address, which
 * no server gets it, and does not stay there. Calls made before the channel is open wait; once it is lost, every call rejects and
 * `onLost` gets the reason: load the page again for a new one.
 */
function openTransport(): Transport {
  const token = takeToken(location, history, sessionStorage)
  const path = location.pathname === '/' || location.pathname === '/index.html' ? channelPath : pageChannelPath(location.pathname)
  const socket = new WebSocket(`ws://${location.host}${path}`, [channelProtocol, `${tokenPrefix}${token}`])
  socket.binaryType = 'arraybuffer'
  const listeners = new Set<(name: string, payload: unknown) => void>()
  const waiting = new Map<number, Waiting>()
  const lossListeners = new Set<(reason: LossReason) => void>()
  let lastNumber = 0
  let loss: LossReason | null = null

  const opened = new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('close', () => reject(lost()))
  })
  const send = (frame: PageFrame): void => socket.send(encodeFrame(frame))
  const reportVisible = (): void => {
    if (socket.readyState === WebSocket.OPEN) send({ kind: 'visible', visible: document.visibilityState === 'visible' })
  }
  opened.then(reportVisible, () => undefined)
  document.addEventListener('visibilitychange', reportVisible)

  socket.addEventListener('close', ({ code }) => {
    loss = code === takenOverCode ? 'taken-over' : 'gone'
    for (const { reject } of waiting.values()) reject(lost())
    waiting.clear()
    for (const listener of [...lossListeners]) listener(loss)
  })
  socket.addEventListener('message', (event: MessageEvent<unknown>) => {
    const decoded = event.data instanceof ArrayBuffer ? decodeFrame(new Uint8Array(event.data)) : null
    const frame = decoded?.ok ? readHostFrame(decoded.value) : null
    switch (frame?.kind) {
      case 'reply':
        waiting.get(frame.number)?.resolve(frame.result)
        waiting.delete(frame.number)
        break
      case 'event':
        for (const listener of [...listeners]) listener(frame.name, frame.payload)
        break
      case 'open':
        window.open(frame.url, '_blank', 'noopener,noreferrer')
        break
      case undefined:
        socket.close(4000, 'not a frame')
    }
  })

  return {
    async call(name, payload) {
      await opened
      if (socket.readyState !== WebSocket.OPEN) throw lost()
      const number = ++lastNumber
      return new Promise((resolve, reject) => {
        waiting.set(number, { resolve, reject })
        send({ kind: 'call', number, name, payload })
      })
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onLost(listener) {
      if (loss !== null) listener(loss)
      lossListeners.add(listener)
      return () => void lossListeners.delete(listener)
    },
  }
}

function lost(): Error {
  return new Error('The channel to Parley is lost.')
}

Object.defineProperty(window, 'parley', { value: Object.freeze(openTransport()), enumerable: true })
