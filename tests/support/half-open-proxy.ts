import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A network between Parley and a server of the web, which a computer that sleeps leaves. */
export interface HalfOpenProxy {
  /** where the server is reached through it, without a path */
  readonly address: string
  /** Nothing passes any more on the connections there are, and neither end hears of it. */
  freeze(): void
  /** Whether there is no network at all: new connections are refused. */
  isDown: boolean
}

/** `target`: the address of the server. */
export async function halfOpenProxy(target: string): Promise<HalfOpenProxy> {
  const sockets = new Set<Socket>()
  const proxy = createServer((near) => {
    if (state.isDown) return void near.destroy()
    const far = connect(Number(new URL(target).port), '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const state: HalfOpenProxy = {
    address: `http://127.0.0.1:${address.port}`,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    isDown: false,
  }
  return state
}
