import { type ChildProcess, spawn } from 'node:child_process'
import { z } from '../../shared/lib/zod'
import { killProcess } from '../platform/quit-tasks'

const lastWordSchema = z.object({ exitCode: z.number().int() })

/** Set in the process that runs the command; the other one waits for it. */
const MARK = 'PARLEY_OWN_PROCESS'

/** How a command ends whose process may wait for itself without end: by force, and its exit code is told all the same. */
export type EndByForce = (exitCode: number) => Promise<void>

/**
 * Runs a command in a process of its own and gives its exit code. Whatever of it can't end (nodejs/node#54918) is ended by force
 * together with that process, which would hide the code that it had come to: it tells the code first.
 */
export function inOwnProcess(run: (endByForce: EndByForce) => Promise<number>): Promise<number> {
  if (process.env[MARK] !== undefined && process.send !== undefined) return run(tellAndEnd)
  const [script = '', ...args] = process.argv.slice(1)
  const child = spawn(process.execPath, [...process.execArgv, script, ...args], {
    env: { ...process.env, [MARK]: '1' },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  // the terminal's own signals reach both; the command ends when its process has
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void child.kill(signal))
  return exitCodeOf(child)
}

function exitCodeOf(child: ChildProcess): Promise<number> {
  let told: number | null = null
  child.on('message', (message) => {
    told = lastWordSchema.safeParse(message).data?.exitCode ?? null
  })
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(told ?? code ?? 1))
  })
}

/** What was written and said stands there before the process is gone. */
async function tellAndEnd(exitCode: number): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) await new Promise<void>((resolve) => stream.write('', () => resolve()))
  await new Promise<void>((resolve) => {
    if (process.send === undefined) resolve()
    else process.send({ exitCode }, () => resolve())
  })
  killProcess()
}
