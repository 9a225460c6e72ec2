import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { inProject, projectFolder } from './project.mjs'

const priorityScript = inProject('scripts', 'setup', 'with-priority.sh')

/**
 * The command that keeps a program, and all that it starts, on the last processor of this computer; the others stay free for programs
 * that have to be in time. Empty where there is one processor alone, or no such command.
 */
export function onLastProcessor() {
  const processors = os.availableParallelism()
  if (process.platform !== 'linux' || processors < 2) return []
  const command = ['taskset', '--cpu-list', String(processors - 1)]
  const [program, ...args] = command
  return spawnSync(program, [...args, 'true']).status === 0 ? command : []
}

const lastLines = (text, count) => text.trimEnd().split('\n').slice(-count).join('\n')

/** The functions that end each running program. */
const running = new Set()

function onInterrupt(_signal, number) {
  for (const end of running) end('SIGTERM')
  process.exit(128 + number)
}

/**
 * Runs a program to its end and resolves `{code, output}`; never rejects: a program that can't be started has code 127, one that
 * outlived `timeoutMs` is killed with all its children and has code 124. `show` passes its output through instead of keeping it, line
 * by line, each behind that text. `priority`, like that of `nice`: above 0 it gets what other programs leave of the processor; below 0 it
 * goes first, where the user may ask for that.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, show?: string | null, timeoutMs?: number, priority?: number}} [options]
 * @returns {Promise<{code: number, output: string}>}
 */
export function run(program, args, { cwd = projectFolder, env = process.env, show = null, timeoutMs, priority = 0 } = {}) {
  return new Promise((resolve) => {
    const ownGroup = process.platform !== 'win32'
    const coloured = show === null ? { NO_COLOR: '1', FORCE_COLOR: '0' } : process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
    const [started, startedArgs] =
      priority !== 0 && ownGroup ? ['sh', [priorityScript, String(priority), program, ...args]] : [program, args]
    const child = spawn(started, startedArgs, {
      cwd,
      env: { ...env, ...coloured },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: ownGroup,
      windowsHide: true,
      shell: needsShell(program),
    })
    let output = ''
    let timedOut = false
    const keep = (piece) => {
      output = (output + piece).slice(-200_000)
    }
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      if (show === null) from?.setEncoding('utf8').on('data', keep)
      else if (from !== null) createInterface({ input: from }).on('line', (line) => to.write(`${show}${line}\n`))
    }
    const kill = (signal) => {
      try {
        if (ownGroup && child.pid !== undefined) process.kill(-child.pid, signal)
        else child.kill(signal)
      } catch {
        // it has ended in the meantime
      }
    }
    if (running.size === 0) process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt)
    running.add(kill)
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true
            kill('SIGKILL')
          }, timeoutMs)
    const finish = (code, extra = '') => {
      clearTimeout(timer)
      running.delete(kill)
      if (running.size === 0) process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt)
      resolve({ code: timedOut ? 124 : code, output: lastLines(output + extra, 60) })
    }
    child.on('error', (error) => finish(127, error.message))
    child.on('close', (code) => finish(code ?? 1))
    // a program that it left behind may hold its output open for ever
    child.on('exit', (code) => setTimeout(() => finish(code ?? 1), 2000).unref())
  })
}

const needsShell = (program) => process.platform === 'win32' && /\.cmd$/.test(program)

/** The command for `npm`: the one that started this script if there is one, so that both use the same settings. */
export function npmCommand() {
  const own = process.env.npm_execpath
  if (own !== undefined && /npm-cli\.c?js$/.test(own)) return { program: process.execPath, args: [own] }
  return { program: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] }
}

/** Whether a program of that name is in PATH (or in the folders that only root has there). */
export function isOnPath(name) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin']
  return folders.some((folder) => {
    try {
      accessSync(path.join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Whether this is Debian or a derivative, with apt. */
export function isDebianLike() {
  if (process.platform !== 'linux') return false
  try {
    return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8')) && isOnPath('apt-get')
  } catch {
    return false
  }
}
