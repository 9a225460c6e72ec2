import type { ChildProcess } from 'node:child_process'
import { homedir } from 'node:os'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import spawn from 'cross-spawn'
import type { Clock } from '../../shared/lib/clock'
import type { Message } from '../../shared/messages/message'
import { messageOf } from '../../shared/messages/message'
import { ToolError } from '../tool-calls/tools/main-tool'
import { createMessageReader } from './message-reader'
import { createOutputTail } from './output-tail'
import { endGroup, watchGroup } from './process-group'

/** The variables that a server inherits (the MCP SDK's `DEFAULT_INHERITED_ENV_VARS`), besides those that the user entered. */
const INHERITED =
  process.platform === 'win32'
    ? ['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATHEXT', 'PROGRAMDATA', 'PROGRAMFILES', 'SYSTEMDRIVE']
        .concat(['PROGRAMFILES(X86)', 'PROGRAMW6432', 'PROCESSOR_ARCHITECTURE', 'SYSTEMROOT', 'TEMP', 'USERNAME', 'USERPROFILE', 'WINDIR'])
        .concat(['PATH'])
    : ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER']

/** ms that a process has to end after it took no more input. */
const ENDING_TIME = 1000

/** How to start a server, and who hears how it ended. */
export interface CommandTransportOptions {
  readonly command: string
  readonly args: readonly string[]
  /** empty: the user's home */
  readonly folder: string
  /** what the user entered */
  readonly variables: Readonly<Record<string, string>>
  /** where commands are looked for */
  readonly path: string
  /** the environment of Parley, of which few variables are passed on */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
}

/** A transport over the standard input and output of a process. */
export interface CommandTransport extends Transport {
  /** Why the process ended, or was ended; null while it runs. */
  ending(): Message | null
  /** The last lines of its standard error. */
  output(): string
}

/** Creates the transport; `start` starts the process, without a shell and in a process group of its own, which `close` ends. */
export function createCommandTransport(options: CommandTransportOptions): CommandTransport {
  const { command, args, folder, variables, path, environment, clock } = options
  const tail = createOutputTail(Object.values(variables))
  let child: ChildProcess | null = null
  let ending: Message | null = null
  let closing: Promise<void> | null = null

  function close(): Promise<void> {
    closing ??= child === null ? Promise.resolve() : endGroup(child, clock).then(() => transport.onclose?.())
    return closing
  }

  function giveUp(why: Message): void {
    ending ??= why
    void close()
  }

  /** A process that takes no input any more is ending: what it wrote last says why. */
  function whenEnded(task: () => void): void {
    const timer = clock.after(ENDING_TIME, task)
    child?.once('close', () => {
      timer.cancel()
      task()
    })
  }

  const reader = createMessageReader({
    clock,
    deliver: (message) => transport.onmessage?.(message),
    giveUp,
  })

  const transport: CommandTransport = {
    ending: () => ending,
    output: tail.text,
    start: () =>
      new Promise((resolve, reject) => {
        const inherited = INHERITED.flatMap((name) => {
          const value = environment[name]
          return value === undefined || value.startsWith('()') ? [] : [[name, value] as const]
        })
        const started = spawn(command, [...args], {
          env: { ...Object.fromEntries<string>(inherited), PATH: path, ...variables },
          cwd: folder === '' ? homedir() : folder,
          stdio: ['pipe', 'pipe', 'pipe'],
          shell: false,
          detached: process.platform !== 'win32',
          windowsHide: true,
        })
        child = started
        started.once('error', (error) => {
          ending ??= messageOf('server-unreachable', { reason: error.message })
          reject(new ToolError(ending))
        })
        started.once('spawn', () => {
          if (started.pid !== undefined) watchGroup(started.pid)
          resolve()
        })
        started.once('close', () => giveUp(messageOf('server-ended', { output: tail.text() })))
        started.stdin?.on('error', (error) => transport.onerror?.(error))
        started.stdout?.on('data', reader.add)
        started.stderr?.on('data', tail.add)
      }),
    send(message: JSONRPCMessage) {
      const target = child?.stdin
      if (target?.writable !== true || closing !== null) return Promise.reject(new Error('the server is not running'))
      return new Promise((resolve, reject) => {
        target.write(`${JSON.stringify(message)}\n`, (error) => {
          if (error) whenEnded(() => reject(error))
          else resolve()
        })
      })
    },
    close,
  }
  return transport
}
