import type { enFaults } from './en-faults'

/** Strings of the fault lab in Japanese. */
export const jaFaults: { readonly [Key in keyof typeof enFaults]: string } = {
  'faults.title': 'このリプレイで起こす障害',
  'faults.line': '録音を最初から再生し、サーバーがGeminiで知られている障害を起こします。',
  'faults.opener': '起こす障害を選ぶ',
  'faults.chosen': '障害：{{fault}}',
  'faults.filter': '障害を探す',
  'faults.none': 'なし',
  'faults.noneLine': '録音のまま再生',
  'faults.noMatch': '当てはまる障害はありません。',
  'faults.always': '毎回',
  'faults.times_one': '{{count}}回',
  'faults.times_other': '{{count}}回',
  'faults.family.connection': '接続',
  'faults.family.close': '切断',
  'faults.family.session': 'セッション',
  'faults.family.frame': 'フレーム',
  'faults.family.transcript': '文字起こし',
  'faults.family.turn': 'ターン',
  'faults.family.call': '呼び出し',
  'faults.family.text': '文字の答え',
}
