import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { Desktop } from '../desktop'
import { bringToFront } from './window'

/** Sets the app's menu. A frameless window does not show it, so the page has its own. */
export const setAppMenu: Desktop['setAppMenu'] = (parts, chosen) => {
  const template = parts.map(({ label, role, lines }): MenuItemConstructorOptions => {
    const submenu = lines.map((line): MenuItemConstructorOptions => {
      if (line.kind === 'line') return { type: 'separator' }
      if (line.kind === 'role') return { role: line.role, label: line.label }
      const click = (): void => {
        bringToFront()
        chosen(line.command)
      }
      const keys = line.accelerator === null ? {} : { accelerator: line.accelerator, registerAccelerator: false }
      return { id: line.command, label: line.label, click, ...keys }
    })
    return { label, submenu, ...(role !== null && { role }) }
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
