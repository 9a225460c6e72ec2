import { appCommands } from '../../shared/commands/app-commands'
import type { ShortcutId } from '../../shared/commands/shortcuts'
import type { PlainKey } from '../../shared/i18n/language-file'

/** The name of a shortcut: that of its menu item, or its own. */
export function shortcutName(id: ShortcutId): PlainKey {
  const command = appCommands.find((one) => one === id)
  return command === undefined ? ownNames[id as keyof typeof ownNames] : `command.${command}`
}

const ownNames = {
  undoRemoval: 'shortcut.undoRemoval',
  nextRegion: 'shortcut.nextRegion',
  previousRegion: 'shortcut.previousRegion',
  stop: 'shortcut.stop',
  send: 'shortcut.send',
  newLine: 'shortcut.newLine',
  editLast: 'shortcut.editLast',
  deny: 'shortcut.deny',
  edit: 'shortcut.edit',
  moreAnswers: 'shortcut.moreAnswers',
  nextCard: 'shortcut.nextCard',
  previousCard: 'shortcut.previousCard',
  leaveCard: 'shortcut.leaveCard',
  rename: 'shortcut.rename',
  remove: 'shortcut.remove',
  rowMenu: 'shortcut.rowMenu',
  toRowMenu: 'shortcut.toRowMenu',
  toRow: 'shortcut.toRow',
  selectAll: 'shortcut.selectAll',
  copyRows: 'shortcut.copyRows',
  selectNone: 'shortcut.selectNone',
} as const satisfies { readonly [Id in Exclude<ShortcutId, (typeof appCommands)[number]>]: PlainKey }
