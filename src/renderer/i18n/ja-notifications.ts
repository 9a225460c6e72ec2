import type { enNotifications } from './en-notifications'

/** Strings of the system's notifications in Japanese. */
export const jaNotifications: { readonly [Key in keyof typeof enNotifications]: string } = {
  'notifications.title': '通知',
  'notifications.kinds': '別のウインドウを使っている間',
  'notifications.noDesktop': 'ブラウザーのページでは通知しません。デスクトップ版で使えます。',
  'notifications.question': '確認を待っているとき',
  'notifications.questionLine': '対応するシステムではボタン付き。オフでもカード、バッジ、トレイで知らせます',
  'notifications.answer': '答えができたとき',
  'notifications.answerLine': '文字での答えだけ。声での答えは聞こえます',
  'notifications.connection': '会話が切れたとき',
  'notifications.connectionLine': '自動で再試行しなくなったとき',
  'notifications.timer': 'タイマーが終わったとき',
  'notifications.timerLine': 'オフでもウインドウで知らせます',
  'notifications.update': '新しいParleyの準備ができたとき',
  'notifications.updateLine': 'バージョンごとに一度だけ',
}
