import type { enUpkeep } from './en-upkeep'

/** Strings of updates and of crashes, in Japanese. */
export const jaUpkeep: { readonly [Key in keyof typeof enUpkeep]: string } = {
  'banner.fix.about': '「情報」を開く',
  'notice.crashed.title': 'Parleyが異常終了し、復帰しました',
  'notice.crashed.line': '会話は元のままです。レポートはこのコンピューターにあり、どこにも送信されていません。',
  'notice.updated.title': 'Parleyが更新されました',
  'notice.updated.line': '新しくなった点は詳細をご覧ください。',
  'notice.update-ready.title': '新しいParleyの準備ができました',
  'notice.update-ready.line': '設定で指示すると、このバージョンと入れ替わります。',

  'updates.title': 'アップデート',
  'updates.auto': 'アップデートを確認する',
  'updates.autoLine': '自動で取得しますが、会話中には行いません。入れ替えは指示したときだけです。',
  'updates.channel': 'チャンネル',
  'updates.channelLine': '受け取るバージョン',
  'updates.channel.latest': '安定版',
  'updates.channel.beta': '先行版（検証が少ない）',
  'updates.check': '今すぐ確認',
  'updates.install': '{{version}}で再起動',
  'updates.state': 'このバージョン',
  'updates.unavailable': 'このParleyは、更新元を指定したパッケージからインストールされていません。',
  'updates.idle': 'まだ確認していません',
  'updates.newest': '最新です。確認：{{time}}',
  'updates.waiting': '会話が終わるまで待っています',
  'updates.checking': '新しいバージョンを確認中…',
  'updates.fetching': '{{version}}を取得中：{{percent}}％',
  'updates.ready': '{{version}}の準備ができました。{{notes}}',
  'updates.failed': '更新できませんでした：{{reason}}',

  'crashes.title': 'クラッシュレポート',
  'crashes.none': 'ありません',
  'crashes.some': 'このコンピューターに{{count}}件。最新：{{time}}',
  'crashes.line': '{{found}}。異常終了の原因を調べるための記録です。どこにも送信されません。渡す相手はあなたが決めます。',
  'crashes.reports': 'レポート',
  'crashes.show': 'フォルダーに表示',
  'crashes.remove': 'すべて削除',
}
