import type { enMessages } from './en-messages'

/** Strings of the messages of a thread, in Japanese. */
export const jaMessages: { readonly [Key in keyof typeof enMessages]: string } = {
  'thread.imageLink': '画像：{{name}}',
  'thread.asWritten': '長すぎるか入れ子が深すぎるため、書かれたまま表示しています',
  'thread.showAll': '全{{count}}文字を表示',
}
