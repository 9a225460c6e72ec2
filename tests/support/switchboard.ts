import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { systemClock } from '../../src/main/lib/system-clock'
import type { FaultName } from '../../src/main/replay/simulator/faults/catalogue'
import type { FaultChoice } from '../../src/main/replay/simulator/faults/fault-choice'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import type { Fixture } from '../../src/shared/fixtures/fixture'
import type { Clock } from '../../src/shared/lib/clock'

/** One address for the whole life of an app, where one recording after the other is played, each from its beginning. */
export interface Switchboard {
  readonly baseUrl: string
  /** Starts a server with this recording at the address; the previous one ends. */
  play(fixture: Fixture, faults?: readonly (FaultName | FaultChoice)[], speed?: number): Promise<FixtureServer>
  /** The connection breaks and can't be opened again until `mend`; the server itself continues with its state. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

const SECRET = 'switchboard'

/** Starts it; there is no answer before a recording is chosen. `clock`: the time of its servers. */
export async function startSwitchboard(clock: Clock = systemClock): Promise<Switchboard> {
  let current: FixtureServer | null = null
  let broken = false
  const lines = new Set<Socket>()

  const listener = createServer((caller) => {
    if (current === null || broken) {
      caller.destroy()
      return
    }
    const callee = connect(Number(new URL(current.baseUrl).port), '127.0.0.1')
    for (const [from, to] of [
      [caller, callee],
      [callee, caller],
    ] as const) {
      lines.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        lines.delete(from)
        to.destroy()
      })
    }
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the switchboard has no port')

  return {
    baseUrl: `http://127.0.0.1:${address.port}/${SECRET}`,
    async play(fixture, faults = [], speed = 10) {
      await current?.close()
      current = await startFixtureServer({ fixture, speed, faults, clock, secret: SECRET, proxyPort: address.port })
      return current
    },
    cut() {
      broken = true
      for (const line of lines) line.destroy()
    },
    mend() {
      broken = false
    },
    async close() {
      await current?.close()
      const closed = once(listener, 'close')
      listener.close()
      for (const line of lines) line.destroy()
      await closed
    },
  }
}
