import type { enMessages } from './en-messages'

/** Strings of the messages of a thread, in Japanese. */
export const jaMessages: { readonly [Key in keyof typeof enMessages]: string } = {
  'thread.imageLink': '画像：{{name}}',
  'thread.asWritten': '長すぎるか入れ子が深すぎるため、書かれたまま表示しています',
  'thread.showAll': '全{{count}}文字を表示',
  'thread.taskDone': '完了',
  'thread.taskOpen': '未完了',
  'message.copy': 'メッセージをコピー',
  'message.edit': '編集して送り直す',
  'message.editField': 'あなたのメッセージ',
  'message.editLine': '続きの内容は別の分岐に残ります',
  'message.again': 'もう一度答えさせる',
  'message.branch': 'ここから分岐',
  'message.cancel': 'キャンセル',
  'message.send': '送信',
  'message.branches': '分岐',
  'message.branchOf': '{{count}}件中{{number}}件目の分岐',
  'message.previousBranch': '前の分岐',
  'message.nextBranch': '次の分岐',
  'composer.pasteTooLong':
    '貼り付けた内容は{{count}}文字で、1件の上限の{{limit}}文字を超えています。入力していません。クリップボードには残っています。',
}
