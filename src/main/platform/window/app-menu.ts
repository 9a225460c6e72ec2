import type { AppCommand } from '../../../shared/commands/app-commands'
import type { MenuName, MenuRole } from '../../../shared/commands/menu-labels'
import { type Chord, type ChosenKeys, chordOf } from '../../../shared/commands/shortcuts'
import { translatorFor } from '../../lib/translations'

/** One item of an app menu: a separator, a system action, or an app action. */
export type AppMenuLine =
  | { readonly kind: 'line' }
  | { readonly kind: 'role'; readonly role: MenuRole; readonly label: string }
  | {
      readonly kind: 'command'
      readonly command: AppCommand
      readonly label: string
      /** in Electron's notation; only displayed, because the page handles keys itself. Null: there is none */
      readonly accelerator: string | null
    }

/** One menu of the app. */
export interface AppMenuPart {
  readonly label: string
  /** its role for the system */
  readonly role: 'window' | 'help' | null
  readonly lines: readonly AppMenuLine[]
}

type Line = AppCommand | { readonly role: MenuRole } | '-'

const roles = (...names: readonly MenuRole[]): readonly Line[] => names.map((role) => ({ role }))

/**
 * The app's menu in the user's language, for example `ja` or `en-GB`, arranged as the system's users expect, with the keys that the
 * user chose.
 */
export function appMenu(locale: string, operatingSystem: 'linux' | 'darwin' | 'win32', chosen: ChosenKeys): readonly AppMenuPart[] {
  const i18n = translatorFor(locale)
  const mac = operatingSystem === 'darwin'

  const part = (label: string, lines: readonly Line[], role: AppMenuPart['role'] = null): AppMenuPart => ({
    label,
    role,
    lines: lines.map((line): AppMenuLine => {
      if (line === '-') return { kind: 'line' }
      if (typeof line !== 'string') return { kind: 'role', role: line.role, label: i18n.t(`menu.role.${line.role}`) }
      const chord = chordOf(line, chosen)
      return {
        kind: 'command',
        command: line,
        label: i18n.t(`command.${line}`),
        accelerator: chord === null ? null : acceleratorOf(chord),
      }
    }),
  })
  const named = (name: MenuName, lines: readonly Line[], role: AppMenuPart['role'] = null) => part(i18n.t(`menu.${name}`), lines, role)

  const ofMac: readonly Line[] = ['about', '-', 'settings', '-', ...roles('hide', 'hideOthers', 'unhide'), '-', ...roles('quit')]
  return [
    ...(mac ? [part('Parley', ofMac)] : []),
    named('file', [
      'newConversation',
      '-',
      'exportMarkdown',
      'exportJson',
      '-',
      ...(mac ? roles('close') : (['settings', '-', ...roles('close', 'quit')] as const)),
    ]),
    named('edit', [...roles('undo', 'redo'), '-', ...roles('cut', 'copy', 'paste', 'selectAll'), '-', 'find', 'findHere']),
    named('view', [
      'sidebar',
      'questions',
      'results',
      'inspector',
      'inspectorWindow',
      '-',
      'captions',
      '-',
      'textLarger',
      'textSmaller',
      'textUsual',
      '-',
      ...roles('togglefullscreen'),
    ]),
    named('talk', ['toggleTalk', 'mute', 'showScreen', '-', 'nextQuestion']),
    named('window', mac ? [...roles('minimize', 'zoom'), '-', ...roles('front')] : roles('minimize'), 'window'),
    named('help', ['shortcuts', '-', 'logs', 'report', ...(mac ? [] : (['-', 'about'] as const))], 'help'),
  ]
}

function acceleratorOf(chord: Chord): string {
  return chord.map((name) => (name === 'Mod' ? 'CmdOrCtrl' : name === '+' ? 'Plus' : name)).join('+')
}
