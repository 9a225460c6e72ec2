import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { MessageBus } from '../../src/main/platform/dbus/message-bus'

/** A message bus of our own, like that of a desktop session. */
export interface SessionBus {
  readonly socket: string
  /** The environment with which a program finds it. */
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Starts it, without any service of this computer on it. */
export async function startSessionBus(): Promise<SessionBus> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bus-'))
  const socket = join(folder, 'bus')
  const configuration = join(folder, 'bus.conf')
  await writeFile(configuration, busConfiguration(socket))
  const daemon = spawn('dbus-daemon', [`--config-file=${configuration}`, '--nofork', '--nopidfile', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await new Promise<void>((ready, reject) => {
    daemon.once('error', reject)
    daemon.once('exit', () => reject(new Error('dbus-daemon ended')))
    createInterface({ input: daemon.stdout }).once('line', () => ready())
  })
  return {
    socket,
    environment: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` },
    async close() {
      if (daemon.exitCode !== null || daemon.signalCode !== null) return
      const ended = new Promise((done) => daemon.once('exit', done))
      daemon.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves once a call was answered; rejects if it was refused. */
export function answered(bus: MessageBus, call: Parameters<MessageBus['call']>[0]): Promise<void> {
  return new Promise((resolve, reject) => {
    bus.call(call, (answer) => (answer?.kind === 'return' ? resolve() : reject(new Error(`${call.member} was refused`))))
  })
}

/** A bus without restrictions, which starts no service of the computer that runs the test. */
function busConfiguration(socket: string): string {
  return `<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`
}
