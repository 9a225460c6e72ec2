import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import os from 'node:os'
import process from 'node:process'
import { inProject, projectFolder } from './project.mjs'

const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Whether a window could be shown. Only Linux can be without a display. */
export const hasDisplay = () => process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

/** Starts the app in Electron and resolves its exit code. */
export function launchElectron(electron, args, report) {
  const flags = electronFlags(report)
  return launch(electron, [...flags, projectFolder, ...args])
}

/** Starts the headless host, which prints where it serves the app, and resolves its exit code. */
export function launchHeadless(args) {
  return launch(process.execPath, [inProject('out', 'cli', 'parley.js'), 'serve', ...args])
}

/** The flags that this machine forces upon Electron, each said aloud. */
function electronFlags(report) {
  if (process.platform !== 'linux') return []
  const flags = []
  if (process.getuid?.() === 0) {
    report.line('Running as root: Chromium refuses its sandbox there, so it is off. Start Parley as an ordinary user to have it.')
    flags.push('--no-sandbox')
  } else if (sandboxIsForbidden()) {
    report.line('This system forbids unprivileged user namespaces, which the sandbox of an unpackaged Electron takes, so it is off.')
    flags.push('--no-sandbox')
  }
  if (!existsSync('/dev/dri')) {
    report.line('No graphics device: drawing in software.')
    flags.push('--disable-gpu')
  }
  return flags
}

function sandboxIsForbidden() {
  const setting = (name) => {
    try {
      return readFileSync(`/proc/sys/${name}`, 'utf8').trim()
    } catch {
      return undefined
    }
  }
  return setting('kernel/unprivileged_userns_clone') === '0' || setting('kernel/apparmor_restrict_unprivileged_userns') === '1'
}

/**
 * Runs a program in the foreground; signals go on to it and its end becomes ours. npm passes a signal only to the shell that it runs
 * us in, so the end of that shell is taken for the signal.
 */
function launch(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: projectFolder, stdio: 'inherit' })
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
