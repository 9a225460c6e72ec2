import { app } from 'electron'
import type { Desktop } from '../desktop'
import { hiddenSwitch } from '../launch'
import { isAutostarted, setAutostart } from '../window/autostart-entry'

/** Whether macOS started this Parley at login. The other systems start it with its switch. */
export const wasOpenedAtLogin = (): boolean => process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin

/** Whether Parley starts at login, as each system stores it; a Linux desktop reads a file. */
export const atLogin: Desktop['atLogin'] = {
  isOn() {
    if (process.platform === 'linux') return isAutostarted(process.env)
    const settings = app.getLoginItemSettings({ args: [hiddenSwitch] })
    // Windows lets the user disable an entry in the Task Manager, which only this field shows
    return process.platform === 'win32' ? settings.executableWillLaunchAtLogin : settings.openAtLogin
  },
  set(on) {
    const sources = app.isPackaged ? [] : [app.getAppPath()]
    if (process.platform === 'linux') setAutostart(on, process.env, process.execPath, sources)
    else app.setLoginItemSettings({ openAtLogin: on, args: [...sources, hiddenSwitch] })
  },
}
