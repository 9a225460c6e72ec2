import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** What one live client met in one turn. Times in ms. */
export interface Turn {
  /** from the end of its speech to the first sound of the answer */
  readonly firstSound: number
  /** from a ping to its pong, again and again while it spoke and listened */
  readonly roundTrips: readonly number[]
  readonly samples: number
}

const FRAME_MS = 20
const FRAMES = 50
const PING_EVERY_MS = 50

/** Speaks a second of noise at the pace of a microphone, and listens to the answer to its end. */
export async function talkOnce(port: number, token: string): Promise<Turn> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers: { authorization: `Bearer ${token}` } })
  await once(socket, 'open')
  const roundTrips: number[] = []
  let samples = 0
  let firstSound = Number.NaN
  let stopped = Number.NaN
  const over = new Promise<void>((resolve, reject) => {
    socket.on('close', (code) => reject(new Error(`the gateway closed with ${code}`)))
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        if (samples === 0) firstSound = performance.now() - stopped
        samples += (data.byteLength - 12) / 2
        return
      }
      const frame = JSON.parse(data.toString())
      if (frame.type === 'pong') roundTrips.push(performance.now() - frame.timestamp)
      else if (frame.done === true) resolve()
    })
  })
  const send = (frame: object): void => socket.send(JSON.stringify(frame))
  send({ type: 'hello', format: 'json', sound: 'binary' })
  const pinging = setInterval(() => send({ type: 'ping', timestamp: performance.now() }), PING_EVERY_MS)
  try {
    send({ type: 'talk_start' })
    for (let frame = 0; frame < FRAMES; frame += 1) {
      socket.send(Int16Array.from({ length: 16 * FRAME_MS }, (_, index) => ((index * 7919) % 16_384) - 8192))
      await pause(FRAME_MS)
    }
    send({ type: 'talk_stop' })
    stopped = performance.now()
    await over
  } finally {
    clearInterval(pinging)
    socket.removeAllListeners('close')
    socket.terminate()
  }
  return { firstSound, roundTrips, samples }
}
