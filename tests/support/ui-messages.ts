/** Stored messages for the screenshots: those that the page would have folded from the stream. */

const words = {
  en: {
    owe: 'What do we still owe Hoshino Print?',
    open: "One invoice is open: **INV-2231 for ¥48,600**, due tomorrow. To look it up yourself:\n\n```sql\nSELECT number, amount, due_on FROM invoices\nWHERE supplier = 'Hoshino Print' AND paid_on IS NULL\n```",
    pay: 'Good. Pay it from the studio account.',
    check: 'Before I send it, please check the details.',
    carriers: 'Which carriers were late this month?',
    late: 'Kuroneko is best, with **1.8%** late. Sagawa is at **4.2%**, and most of those went through the Osaka hub, where the sorting belt was down from the 9th to the 12th.',
    heard: 'Osaka hub, ',
    osaka: 'Only Osaka, please. Day by day.',
    table:
      'Osaka had 118 late parcels. Forty-nine of them fell on four days:\n\n| Day | Late | Shipped | Share |\n|---|--:|--:|--:|\n| Mon 9 Nov | 9 | 143 | 6.3% |\n| Tue 10 Nov | 17 | 151 | 11.3% |\n| Wed 11 Nov | 14 | 138 | 10.1% |\n| Thu 12 Nov | 9 | 131 | 6.9% |',
  },
  ja: {
    owe: '星野印刷にはあといくら払うんだっけ。',
    open: "未払いは1件、**INV-2231の48,600円**で、期限は明日です。ご自分で調べるには：\n\n```sql\nSELECT number, amount, due_on FROM invoices\nWHERE supplier = 'Hoshino Print' AND paid_on IS NULL\n```",
    pay: 'じゃあ、スタジオの口座から払って。',
    check: '送金の前に、内容をご確認ください。',
    carriers: '今月遅れが多かった運送会社は？',
    late: 'クロネコが最もよく、遅れは**1.8%**です。佐川は**4.2%**で、多くは大阪の拠点を通っています。そこでは9日から12日まで仕分け機が止まっていました。',
    heard: '多くは大阪の拠点を通っています。',
    osaka: '大阪だけ、日ごとにお願い。',
    table:
      '大阪の遅れは118件で、うち49件が次の4日間です。\n\n| 日 | 遅れ | 出荷 | 割合 |\n|---|--:|--:|--:|\n| 11月9日 | 9 | 143 | 6.3% |\n| 11月10日 | 17 | 151 | 11.3% |\n| 11月11日 | 14 | 138 | 10.1% |\n| 11月12日 | 9 | 131 | 6.9% |',
  },
} as const

/** A message of the user; `seconds` of sound if it was spoken. */
export function userMessage(id: string, text: string, seconds?: number) {
  const metadata =
    seconds === undefined
      ? {}
      : { metadata: { turnId: id, voice: { durationMs: seconds * 1000, bars: [0.2, 0.4, 0.9, 1, 0.6, 0.8, 0.5, 0.3, 0.4, 0.1] } } }
  return { id, role: 'user', parts: [{ type: 'text', text, state: 'done' }], ...metadata }
}

/** An assistant's message of these parts. */
export function answerMessage(id: string, parts: readonly unknown[], metadata: Readonly<Record<string, unknown>> = {}) {
  return { id, role: 'assistant', parts, metadata }
}

/** A text part. */
export function textPart(text: string) {
  return { type: 'text', text, state: 'done' }
}

/** The payment conversation, with its call waiting for an answer. */
export function paymentMessages(language: 'en' | 'ja') {
  const said = words[language]
  return [
    userMessage('user-1', said.owe, 5),
    answerMessage('answer-1', [
      textPart(said.open),
      {
        type: 'dynamic-tool',
        toolName: 'execute_sql',
        toolCallId: 'call-sql',
        state: 'output-available',
        input: { database: 'invoices.db', query: 'SELECT number FROM invoices' },
        output: { rows: 1 },
      },
    ]),
    userMessage('user-2', said.pay, 3),
    answerMessage('answer-2', [
      textPart(said.check),
      {
        type: 'dynamic-tool',
        toolName: 'process_payment',
        toolCallId: 'call-pay',
        state: 'approval-requested',
        input: { recipient: 'Hoshino Print K.K.' },
        approval: { id: 'approval-1' },
      },
    ]),
  ]
}

/** The conversation about parcels: an answer that was cut off, then one with a table. */
export function parcelMessages(language: 'en' | 'ja') {
  const said = words[language]
  const playedCharacters = said.late.indexOf(said.heard) + said.heard.length
  return [
    userMessage('user-1', said.carriers, 4),
    answerMessage(
      'answer-1',
      [textPart(said.late), { type: 'data-interrupted', data: { heardSamples: 96_000, totalSamples: 180_000, playedCharacters } }],
      { interrupted: true },
    ),
    userMessage('user-2', said.osaka, 2),
    answerMessage('answer-2', [
      textPart(said.table),
      { type: 'source-url', sourceId: 'source-1', url: 'https://www.kuronekoyamato.co.jp/status', title: 'Kuroneko service status' },
    ]),
  ]
}

/** A turn with three calls: one that a rule allowed, one that runs, and one that was denied for good on its card. */
export function callMessages() {
  const call = (toolCallId: string, toolName: string, state: string, more: Readonly<Record<string, unknown>> = {}) => ({
    type: 'dynamic-tool',
    toolName,
    toolCallId,
    state,
    ...more,
  })
  return [
    userMessage('user-1', 'Some quiet music, please, and where am I?', 2),
    answerMessage('answer-1', [
      call('call-music', 'change_bgm', 'output-available', { input: { track: 'rain' }, output: { status: 'playing', track: 'rain' } }),
      call('call-weather', 'get_weather', 'input-available', { input: { place: 'Kyoto' } }),
      call('call-place', 'get_location', 'output-denied', { input: {}, approval: { id: 'approval-place', approved: false } }),
    ]),
  ]
}
