/** Strings of the kept conversations in English. */
export const enHistory = {
  'history.pinned': 'Pinned',
  'history.archived': 'Archived',
  'history.more': 'More about “{{title}}”',
  'history.rename': 'Rename',
  'history.name': 'Name of the conversation',
  'history.pin': 'Pin',
  'history.unpin': 'Unpin',
  'history.archive': 'Archive',
  'history.unarchive': 'Move out of the archive',
  'history.delete': 'Delete',
  'history.deleted': 'Deleted “{{title}}”',
  'history.undo': 'Undo',
  'history.undoTold': 'Deleted “{{title}}”. {{keys}} brings it back.',
  'history.restored': '“{{title}}” is back',
  'history.failed': 'Nothing was changed: {{reason}}',
} as const
