import type { AppCommand } from './app-commands'

/** The names of the app's menus. */
export const menuNames = ['file', 'edit', 'view', 'talk', 'window', 'help'] as const
export type MenuName = (typeof menuNames)[number]

/** What the system does itself once its line of the menu is chosen. */
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

type CommandWords = { readonly [Key in `command.${AppCommand}`]: string }
type MenuLabels = { readonly [Name in MenuName | MenuRole]: string }

/** What the app can be asked for, in English: words of the menu that the page uses as well. */
export const commandWordsEn = {
  'command.newConversation': 'New conversation',
  'command.exportMarkdown': 'Export as Markdown',
  'command.exportJson': 'Export as JSON',
  'command.find': 'Find',
  'command.settings': 'Settings',
  'command.sidebar': 'Show or hide the sidebar',
  'command.questions': 'Questions',
  'command.results': 'Results kept',
  'command.inspector': 'Inspector',
  'command.inspectorWindow': 'Inspector in its own window',
  'command.captions': 'Captions on or off',
  'command.textLarger': 'Larger text',
  'command.textSmaller': 'Smaller text',
  'command.textUsual': 'Text in its usual size',
  'command.toggleTalk': 'Start or stop talking',
  'command.mute': 'Mute or unmute Parley',
  'command.nextQuestion': 'Next question',
  'command.shortcuts': 'Keyboard shortcuts',
  'command.logs': 'Logs',
  'command.report': 'Report a problem',
  'command.about': 'About Parley',
} as const satisfies CommandWords

export const commandWordsJa = {
  'command.newConversation': '新しい会話',
  'command.exportMarkdown': 'Markdownで書き出す',
  'command.exportJson': 'JSONで書き出す',
  'command.find': '検索',
  'command.settings': '設定',
  'command.sidebar': 'サイドバーの表示を切り替える',
  'command.questions': '確認',
  'command.results': '保存した結果',
  'command.inspector': 'インスペクタ',
  'command.inspectorWindow': 'インスペクタを別のウインドウで開く',
  'command.captions': '字幕を切り替える',
  'command.textLarger': '文字を大きく',
  'command.textSmaller': '文字を小さく',
  'command.textUsual': '文字を標準の大きさに',
  'command.toggleTalk': '話し始める・終える',
  'command.mute': 'Parleyの声を切り替える',
  'command.nextQuestion': '次の確認',
  'command.shortcuts': 'キーボードショートカット',
  'command.logs': 'ログ',
  'command.report': '問題を報告',
  'command.about': 'Parleyについて',
} as const satisfies CommandWords

/** Words that only the system's own menu has. */
export const menuLabels: { readonly [Language in 'en' | 'ja']: MenuLabels } = {
  en: {
    file: 'File',
    edit: 'Edit',
    view: 'View',
    talk: 'Talk',
    window: 'Window',
    help: 'Help',
    hide: 'Hide Parley',
    hideOthers: 'Hide others',
    unhide: 'Show all',
    quit: 'Quit Parley',
    close: 'Close window',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
    togglefullscreen: 'Full screen',
    minimize: 'Minimize',
    zoom: 'Zoom',
    front: 'Bring all to front',
  },
  ja: {
    file: 'ファイル',
    edit: '編集',
    view: '表示',
    talk: '会話',
    window: 'ウインドウ',
    help: 'ヘルプ',
    hide: 'Parleyを隠す',
    hideOthers: 'ほかを隠す',
    unhide: 'すべて表示',
    quit: 'Parleyを終了',
    close: 'ウインドウを閉じる',
    undo: '取り消す',
    redo: 'やり直す',
    cut: '切り取り',
    copy: 'コピー',
    paste: '貼り付け',
    selectAll: 'すべて選択',
    togglefullscreen: '全画面表示',
    minimize: '最小化',
    zoom: '拡大・縮小',
    front: 'すべてを手前に',
  },
}
