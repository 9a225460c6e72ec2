import {
  Activity,
  Bug,
  Ellipsis,
  FileText,
  Info,
  Keyboard,
  Search,
  Settings,
  SquarePen,
  TextSearch,
  VolumeX,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AppCommand } from '../../shared/commands/app-commands'
import { chordOf } from '../../shared/commands/shortcuts'
import { useI18n } from '../i18n/i18n-provider'
import { useApp } from '../state/context'
import { hasTrafficLights } from '../state/selectors'
import { iconButtonClass } from '../ui/button'
import { Menu } from '../ui/menu'
import { capNames } from './cap-names'
import { useCommands } from './use-commands'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

const groups: readonly (readonly (readonly [AppCommand, ReactNode])[])[] = [
  [
    ['newConversation', <SquarePen key="new" {...icon} />],
    ['find', <Search key="find" {...icon} />],
    ['findHere', <TextSearch key="here" {...icon} />],
    ['exportMarkdown', <FileText key="markdown" {...icon} />],
    ['exportJson', <FileText key="json" {...icon} />],
  ],
  [
    ['mute', <VolumeX key="mute" {...icon} />],
    ['textLarger', <ZoomIn key="larger" {...icon} />],
    ['textSmaller', <ZoomOut key="smaller" {...icon} />],
  ],
  [
    ['inspector', <Activity key="inspector" {...icon} />],
    ['settings', <Settings key="settings" {...icon} />],
  ],
  [
    ['shortcuts', <Keyboard key="shortcuts" {...icon} />],
    ['report', <Bug key="report" {...icon} />],
    ['about', <Info key="about" {...icon} />],
  ],
]

/** Commands after which the focus returns to where it was; the others move it themselves. */
const stays: readonly AppCommand[] = ['mute', 'textLarger', 'textSmaller', 'exportMarkdown', 'exportJson']

/** The app's menu, in the window if the system shows none of its own. */
export function AppMenu() {
  const i18n = useI18n()
  const run = useCommands()
  const [open, setOpen] = useState(false)
  const mac = useApp(hasTrafficLights)
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  const chosen = useApp((state) => state.settings.shortcuts)
  const developer = useApp((state) => state.settings.developer)
  // macOS shows the whole menu at the top of the screen
  if (mac) return null
  return (
    <Menu
      open={open}
      onOpenChange={setOpen}
      opener={{ label: i18n.t('menu.app'), className: iconButtonClass, face: <Ellipsis {...icon} /> }}
      groups={groups.map((commands) =>
        commands
          .filter(([command]) => developer || command !== 'inspector')
          .map(([command, face]) => {
            const chord = chordOf(command, chosen)
            return {
              id: command,
              name: i18n.t(`command.${command}`),
              icon: face,
              ...(chord !== null && { keys: capNames(chord, operatingSystem) }),
              staysAway: !stays.includes(command),
              run: () => run(command),
            }
          }),
      )}
    />
  )
}
