/** The names of the app's menus. */
export const menuNames = ['file', 'edit', 'view', 'talk', 'window', 'help'] as const
export type MenuName = (typeof menuNames)[number]

/** Menu items that the system carries out itself. */
export const menuRoles = [
  'hide',
  'hideOthers',
  'unhide',
  'quit',
  'close',
  'undo',
  'redo',
  'cut',
  'copy',
  'paste',
  'selectAll',
  'togglefullscreen',
  'minimize',
  'zoom',
  'front',
] as const
export type MenuRole = (typeof menuRoles)[number]
