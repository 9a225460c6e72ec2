import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { hiddenSwitch } from '../launch'

type Environment = Readonly<Record<string, string | undefined>>

/** Where a Linux desktop finds programs to start at login (XDG "Desktop Application Autostart"). */
export function autostartFile(environment: Environment): string {
  return join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'parley.desktop')
}

/** The entry that starts Parley hidden. An AppImage is started by its own file, not by its temporary mount. */
export function autostartEntry(environment: Environment, program: string, programArguments: readonly string[]): string {
  const command = environment.APPIMAGE === undefined ? [program, ...programArguments] : [environment.APPIMAGE]
  const line = [...command, hiddenSwitch].map(quoted).join(' ')
  return `[Desktop Entry]\nType=Application\nName=Parley\nComment=Voice assistant\nExec=${line}\nTerminal=false\nX-GNOME-Autostart-enabled=true\n`
}

/** Whether Parley starts at login. An entry disabled in the desktop's own settings counts as off. */
export function isAutostarted(environment: Environment): boolean {
  try {
    const text = readFileSync(autostartFile(environment), 'utf8')
    return !/^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(text)
  } catch {
    return false
  }
}

/** Writes or removes the entry. Throws if the folder is not writable. */
export function setAutostart(on: boolean, environment: Environment, program: string, programArguments: readonly string[]): void {
  const file = autostartFile(environment)
  if (!on) return rmSync(file, { force: true })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, autostartEntry(environment, program, programArguments))
}

/** A word of a command as desktop entries write it ("The Exec key"). */
function quoted(word: string): string {
  const escaped = word.replace(/%/g, '%%')
  return /^[\w./:@%+=-]+$/.test(escaped) ? escaped : `"${escaped.replace(/["`$\\]/g, '\\$&').replace(/\\/g, '\\\\')}"`
}
