import { execFileSync, spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { inProject, projectFolder } from './project.mjs'

const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Whether windows can be shown. Only Linux can be without a display. */
export const hasDisplay = () => process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

/** Starts the app in Electron, which says itself when its window is open, and resolves its exit code. */
export function launchElectron(electron, args, report) {
  const flags = electronFlags(electron, report)
  report.line('Starting Parley …')
  return launch(electron, [...flags, projectFolder, ...args])
}

/**
 * Starts the headless host, prints which address to open, and resolves to its exit code. Its data goes into a folder of its own,
 * unless `args` name another.
 */
export function launchHeadless(args, report) {
  const configFolder = process.env.XDG_CONFIG_HOME || path.join(os.homedir(), '.config')
  const data = args.includes('--data') ? [] : ['--data', path.join(configFolder, 'parley-headless')]
  const command = [inProject('out', 'cli', 'parley.js'), 'serve', ...data, ...args]
  return launch(process.execPath, command, (line) => report.line(describeHost(line)))
}

/** The host's first line is for programs, `{"url","token"}`; a person gets the address to open. */
function describeHost(line) {
  try {
    const { url, token } = JSON.parse(line)
    return `Parley is ready. Open this address in a browser on this machine (it lets in whoever has it):\n\n  ${new URL(`/#token=${token}`, url)}\n`
  } catch {
    return line
  }
}

/** The flags that this computer requires for Electron, each reported. */
function electronFlags(electron, report) {
  if (process.platform !== 'linux') return []
  const flags = []
  if (process.getuid?.() === 0) {
    report.line('Running as root: Chromium refuses its sandbox there, so it is off. Start Parley as an ordinary user to have it.')
    flags.push('--no-sandbox')
  } else if (sandboxIsForbidden(electron)) {
    report.line('This system forbids unprivileged user namespaces, which the sandbox of an unpackaged Electron takes, so it is off.')
    flags.push('--no-sandbox')
  }
  if (!existsSync('/dev/dri')) {
    report.line('No graphics device: drawing in software.')
    flags.push('--disable-gpu')
  }
  return flags
}

/**
 * Chromium's sandbox needs a user namespace, or its helper owned by root; systems that forbid the first rarely have the
 * second.
 */
function sandboxIsForbidden(electron) {
  const helper = statSync(path.join(path.dirname(electron), 'chrome-sandbox'), { throwIfNoEntry: false })
  if (helper?.uid === 0 && (helper.mode & 0o4000) !== 0) return false
  try {
    execFileSync('unshare', ['--user', '--map-root-user', 'true'], { stdio: 'ignore' })
    return false
  } catch {
    return true
  }
}

/**
 * Runs a program in the foreground, forwards signals to it and exits with it. npm passes a signal only to the shell that it runs us
 * in, so the end of that shell counts as the signal. `onLine`, if given, receives its output instead of the terminal.
 */
function launch(program, args, onLine) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: projectFolder, stdio: ['inherit', onLine === undefined ? 'inherit' : 'pipe', 'inherit'] })
    if (onLine !== undefined) createInterface({ input: child.stdout }).on('line', onLine)
    const forward = (signal) => child.kill(signal)
    for (const signal of forwardedSignals) process.on(signal, forward)
    const parent = process.ppid
    const watch = setInterval(() => process.ppid !== parent && forward('SIGTERM'), 500)
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      for (const forwarded of forwardedSignals) process.off(forwarded, forward)
      resolve(code ?? 128 + os.constants.signals[signal])
    })
  })
}
