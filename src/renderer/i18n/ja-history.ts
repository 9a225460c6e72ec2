import type { enHistory } from './en-history'

/** Strings of the kept conversations in Japanese. */
export const jaHistory: { readonly [Key in keyof typeof enHistory]: string } = {
  'history.pinned': 'ピン留め',
  'history.archived': 'アーカイブ',
  'history.more': '「{{title}}」のメニュー',
  'history.rename': '名前を変更',
  'history.name': '会話の名前',
  'history.pin': 'ピン留め',
  'history.unpin': 'ピン留めを外す',
  'history.archive': 'アーカイブ',
  'history.unarchive': 'アーカイブから戻す',
  'history.delete': '削除',
  'history.deleted': '「{{title}}」を削除しました',
  'history.undo': '元に戻す',
  'history.undoTold': '「{{title}}」を削除しました。{{keys}}で元に戻せます。',
  'history.restored': '「{{title}}」を元に戻しました',
  'history.failed': '何も変更していません：{{reason}}',
}
