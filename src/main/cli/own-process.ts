import { type ChildProcess, spawn } from 'node:child_process'
import { z } from '../../shared/lib/zod'
import { killProcess } from '../platform/quit-tasks'

const lastWordSchema = z.object({ exitCode: z.number().int() })

/** Set in the process that runs the command; its parent waits for it. */
const MARK = 'PARLEY_OWN_PROCESS'

/** Ends a command whose process may never exit by itself: kills it, after reporting its exit code. */
export type EndByForce = (exitCode: number) => Promise<void>

/**
 * Runs a command in a process of its own and returns its exit code. If something can't end (nodejs/node#54918), that process is
 * killed, which would hide its exit code: so it reports the code first.
 */
export function inOwnProcess(run: (endByForce: EndByForce) => Promise<number>): Promise<number> {
  if (process.env[MARK] !== undefined && process.send !== undefined) return run(reportAndEnd)
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
  let reportedCode: number | null = null
  child.on('message', (message) => {
    reportedCode = lastWordSchema.safeParse(message).data?.exitCode ?? null
  })
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(reportedCode ?? code ?? 1))
  })
}

/** All output is flushed before the process is gone. */
async function reportAndEnd(exitCode: number): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) await new Promise<void>((resolve) => stream.write('', () => resolve()))
  await new Promise<void>((resolve) => {
    if (process.send === undefined) resolve()
    else process.send({ exitCode }, () => resolve())
  })
  killProcess()
}
