import { spawn } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { projectFolder } from './project.mjs'

const lastLines = (text, count) => text.trimEnd().split('\n').slice(-count).join('\n')

/**
 * Runs a program to its end and resolves `{code, output}`; never rejects: a program that can't be started has code 127, one that
 * outlived `timeoutMs` is killed with all its children and has code 124. `show: true` passes its output through instead of keeping it.
 */
export function run(program, args, { cwd = projectFolder, env = process.env, show = false, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const ownGroup = process.platform !== 'win32'
    const stdio = show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe']
    const colourless = show ? env : { ...env, NO_COLOR: '1', FORCE_COLOR: '0' }
    const child = spawn(program, args, { cwd, env: colourless, stdio, detached: ownGroup, windowsHide: true, shell: needsShell(program) })
    let output = ''
    let timedOut = false
    const keep = (piece) => {
      output = (output + piece).slice(-200_000)
    }
    child.stdout?.setEncoding('utf8').on('data', keep)
    child.stderr?.setEncoding('utf8').on('data', keep)
    const kill = (signal) => {
      try {
        if (ownGroup && child.pid !== undefined) process.kill(-child.pid, signal)
        else child.kill(signal)
      } catch {
        // it has ended in the meantime
      }
    }
    const onInterrupt = (_signal, number) => {
      kill('SIGTERM')
      process.exit(128 + number)
    }
    process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt)
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true
            kill('SIGKILL')
          }, timeoutMs)
    const finish = (code, extra = '') => {
      clearTimeout(timer)
      process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt)
      resolve({ code: timedOut ? 124 : code, output: lastLines(output + extra, 60) })
    }
    child.on('error', (error) => finish(127, error.message))
    child.on('close', (code) => finish(code ?? 1))
  })
}

const needsShell = (program) => process.platform === 'win32' && /\.cmd$/.test(program)

/** How `npm` is called: through the one that started this script where there is one, so that both agree on their settings. */
export function npmCommand() {
  const own = process.env.npm_execpath
  if (own !== undefined && /npm-cli\.c?js$/.test(own)) return { program: process.execPath, args: [own] }
  return { program: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] }
}

/** Whether a program of that name stands in PATH (or in the folders that only root has there). */
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

/** Whether this is Debian or something made from it, with apt. */
export function isDebianLike() {
  if (process.platform !== 'linux') return false
  try {
    return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8')) && isOnPath('apt-get')
  } catch {
    return false
  }
}
