import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createConditionWaiter } from './condition-waiter'
import type { GatewayRig } from './gateway-rig'

/** A plain WebSocket client of the gateway. */
export interface LiveClient {
  readonly socket: WebSocket
  /** Received chunks, in order, with their numbers. Sound in binary frames is a `data-pcm` with bytes. */
  readonly chunks: readonly { readonly id: number; readonly chunk: { readonly type: string; readonly [key: string]: unknown } }[]
  /** How many responses have ended. */
  ended(): number
  /** Code of the close, or null while it is open. */
  closed(): number | null
  send(frame: object): void
  speak(pcm: Uint8Array): void
  until(condition: () => boolean): Promise<void>
}

/** Opens `/live` and sends the hello. */
export async function openLive(rig: Pick<GatewayRig, 'port' | 'token'>, hello: object = {}): Promise<LiveClient> {
  const socket = new WebSocket(`ws://127.0.0.1:${rig.port}/live`, { headers: { authorization: `Bearer ${rig.token}` } })
  onTestFinished(() => socket.terminate())
  const chunks: { id: number; chunk: { type: string; [key: string]: unknown } }[] = []
  const waiter = createConditionWaiter()
  let ends = 0
  let code: number | null = null
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      const [id = 0, sampleRate = 0, startSample = 0] = [0, 4, 8].map((at) => data.readUInt32LE(at))
      chunks.push({ id, chunk: { type: 'data-pcm', sampleRate, startSample, pcm: data.subarray(12) } })
    } else {
      const text = data.toString()
      const id = Number(/^id: (\d+)/.exec(text)?.[1] ?? 0)
      const body = /data: (.*)\n/.exec(text)?.[1]
      if (body === '[DONE]') ends += 1
      else if (body !== undefined) chunks.push({ id, chunk: JSON.parse(body) })
      else {
        const json = JSON.parse(text)
        if (json.done === true) ends += 1
        else chunks.push(json.chunk === undefined ? { id: 0, chunk: json } : json)
      }
    }
    waiter.changed()
  })
  socket.on('close', (given) => {
    code = given
    waiter.changed()
  })
  await once(socket, 'open')
  const client: LiveClient = {
    socket,
    chunks,
    ended: () => ends,
    closed: () => code,
    send: (frame) => socket.send(JSON.stringify(frame)),
    speak(pcm) {
      for (let at = 0; at < pcm.byteLength; at += 640) socket.send(pcm.subarray(at, at + 640))
    },
    until: waiter.until,
  }
  client.send({ type: 'hello', ...hello })
  await client.until(() => chunks.some(({ chunk }) => chunk.type === 'data-session') || code !== null)
  return client
}
