import type { Artifact } from '../../src/shared/data/artifact'
import type { TablePreview } from '../../src/shared/data/import-choices'
import type { QueryDetails } from '../../src/shared/data/query-details'
import type { DataSource } from '../../src/shared/data/source'
import { type CallName, calls } from '../../src/shared/ipc/contract'
import type { Language } from './describe-screens'
import type { ScriptedWorld } from './scripted-transport'
import { answerMessage, textPart, userMessage } from './ui-messages'
import { makeWorld, paymentQuestion, replayStatus, worldNow } from './ui-worlds'

export const dataWords = {
  en: {
    asked: 'Only Osaka, please. Day by day.',
    said: 'Osaka had **118 late parcels** this month. Forty-nine of them fell on the four days the belt was down.',
    title: 'Osaka, late share by day',
    question: 'Read “Osaka, late share by day” from orders.db?',
    reason: 'To see on which days Osaka was late.',
  },
  ja: {
    asked: '大阪だけ、日ごとにお願い。',
    said: '大阪の遅れは今月**118件**で、うち49件は仕分け機が止まっていた4日間です。',
    title: '大阪、日ごとの遅れの割合',
    question: 'orders.dbから「大阪、日ごとの遅れの割合」を読み取りますか？',
    reason: '大阪がいつ遅れたかを見るため。',
  },
} as const

const copiedAt = worldNow - 39 * 60_000
const sql =
  "SELECT day, hub, count(*) AS shipped, sum(late) AS late, round(100.0 * sum(late) / count(*), 1) AS late_pct FROM shipments WHERE hub = 'Osaka' AND day BETWEEN '2026-11-01' AND '2026-11-27' GROUP BY day, hub ORDER BY day"

/** The stored result of these worlds. */
export function artifact(language: Language, change: Partial<Artifact> = {}): Artifact {
  return {
    artifactId: 'artifact-1',
    conversationId: 'conversation-0',
    toolCallId: 'call-osaka',
    title: dataWords[language].title,
    sqlName: 'result_1',
    origin: { kind: 'source', sourceId: 'source-1', name: 'orders.db' },
    sql,
    columns: [
      { name: 'day', type: 'date' },
      { name: 'hub', type: 'text' },
      { name: 'shipped', type: 'integer' },
      { name: 'late', type: 'integer' },
      { name: 'late_pct', type: 'real' },
    ],
    rows: 27,
    originalRows: 27,
    cutBy: null,
    bytes: 8192,
    durationMs: 31,
    copiedAt,
    createdAt: worldNow - 38 * 60_000,
    expiresAt: worldNow + 30 * 86_400_000,
    state: 'here',
    ...change,
  }
}

const late = [3, 2, 4, 3, 3, 4, 1, 2, 9, 17, 14, 9, 5, 3, 2, 4, 3, 3, 3, 4, 2, 1, 3, 3, 3, 2, 1]
const rows = late.map((count, index) => {
  const shipped = 128 + ((index * 37) % 31)
  return [
    `2026-11-${String(index + 1).padStart(2, '0')}`,
    index === 4 ? null : 'Osaka',
    shipped,
    count,
    Math.round((1000 * count) / shipped) / 10,
  ]
})

function details(language: Language): QueryDetails {
  const tokens = sql
    .replace(/ (FROM|WHERE|GROUP BY|ORDER BY) /g, '\n$1 ')
    .split(/('[^']*'|\b(?:SELECT|FROM|WHERE|AND|BETWEEN|GROUP BY|ORDER BY|AS)\b|\b(?:count|sum|round)\b)/)
    .filter((text) => text !== '')
    .map((text) => ({
      text,
      kind: text.startsWith("'")
        ? ('string' as const)
        : /^[A-Z ]+$/.test(text) && text.trim() !== ''
          ? ('keyword' as const)
          : /^(count|sum|round)$/.test(text)
            ? ('function' as const)
            : ('plain' as const),
    }))
  return {
    kind: 'fits',
    sql: tokens.map(({ text }) => text).join(''),
    tokens,
    reason: dataWords[language].reason,
    source: 'orders.db',
    copiedAt,
    tables: [
      { name: 'shipments', rows: 48_210 },
      { name: 'a_table_with_quite_a_long_name_that_has_to_break_somewhere', rows: null },
    ],
    plan: [
      { en: 'Finds the rows of shipments through the index idx_shipped_at.', ja: '索引idx_shipped_atでshipmentsの行を探します。' },
      { en: 'Groups them in memory.', ja: 'メモリーでまとめます。' },
    ],
    readsRows: 3900,
    ofRows: 48_210,
    returnsRows: 27,
    maxRows: 1000,
    maxMs: 15_000,
    maxBytes: 67_108_864,
    rowsToModel: 50,
  }
}

const source: DataSource = {
  sourceId: 'source-1',
  name: 'orders.db',
  kind: 'sqlite',
  fileNames: ['orders.db'],
  state: { kind: 'ready' },
  tables: [
    { name: 'shipments', rows: 48_210 },
    { name: 'carriers', rows: 6 },
  ],
  bytes: 12_400_000,
  addedAt: worldNow,
  copiedAt,
  notes: [],
}

/** Sources in every state. */
const sources: readonly DataSource[] = [
  { ...source, sourceId: 'sample', name: 'Sample shop', kind: 'sample', fileNames: [], tables: [{ name: 'orders', rows: 3000 }] },
  source,
  {
    ...source,
    sourceId: 'source-2',
    name: 'Parcels of November',
    kind: 'csv',
    fileNames: ['parcels-2026-11.csv'],
    tables: [],
    state: { kind: 'importing', phase: 'reading', doneBytes: 412_000_000, totalBytes: 1_000_000_000, rows: 3_120_000 },
    copiedAt: null,
  },
  {
    ...source,
    sourceId: 'source-3',
    name: 'Stock',
    kind: 'csv',
    fileNames: ['stock.csv'],
    notes: [{ en: 'Line 7 has 3 values instead of 4: the last is empty.', ja: '7行目の値は4個ではなく3個です。最後を空にしました。' }],
  },
  {
    ...source,
    sourceId: 'source-4',
    name: 'Ledger',
    fileNames: ['ledger.db'],
    tables: [],
    bytes: 0,
    copiedAt: null,
    state: {
      kind: 'failed',
      problem: {
        en: 'ledger.db is encrypted. Add a copy without a password.',
        ja: 'ledger.dbは暗号化されています。パスワードのないコピーを追加してください。',
      },
    },
  },
]

/** Replies of a main with data; one that does not match the contract fails here. */
export function answers(language: Language): { readonly [name: string]: unknown } {
  const given = {
    'artifact.get': artifact(language),
    'artifact.list': { artifacts: [artifact(language)] },
    'query.describe': details(language),
    'source.list': { sources },
  } satisfies { readonly [Name in CallName]?: unknown }
  for (const [name, answer] of Object.entries(given)) calls[name as keyof typeof given].reply.parse(answer)
  return given
}

/** A conversation with a stored result. */
export function resultWorld(language: Language, shownRows: readonly (readonly unknown[])[] = rows): ScriptedWorld {
  const said = dataWords[language]
  return makeWorld({
    language,
    messages: [
      userMessage('user-1', said.asked),
      answerMessage('answer-1', [
        textPart(said.said),
        { type: 'data-artifact', data: { artifactId: 'artifact-1', title: said.title, rows: 27, columns: 5 } },
      ]),
    ],
    bootstrap: { statuses: [replayStatus()] },
    kept: { answers: answers(language), rows: shownRows },
  })
}

/** A chosen workbook whose first sheet is shown before its import. */
export function workbookWorld(language: Language): ScriptedWorld {
  const shown = {
    ...{ index: 0, header: true, above: 1, moreColumns: 0 },
    columns: [
      { name: 'day', kind: 'text', offered: null, unlike: 0 },
      { name: 'hub', kind: 'text', offered: null, unlike: 0 },
      { name: 'amount', kind: 'text', offered: 'comma', unlike: 0 },
      { name: 'late', kind: 'boolean', offered: null, unlike: 2 },
    ],
    rows: Array.from({ length: 20 }, (_, index) => [`2026-11-${index + 10}`, 'Ōsaka 町', `1.${200 + index},50`, String(index % 2 === 0)]),
  }
  return waitingWorld(language, ['parcels-2026.xlsx'], { kind: 'sheets', sheets: { names: ['Parcels 2026', '町', 'Notes'], shown } })
}

/** A chosen file whose first rows are shown before its import, with everything that such a preview can say. */
export function importWorld(language: Language): ScriptedWorld {
  const table: TablePreview = {
    encoding: 'Windows-1252',
    otherEncodings: ['Windows-1250'],
    isSure: false,
    delimiter: ';',
    header: true,
    above: 2,
    columns: [
      { name: 'day', kind: 'text', offered: null, unlike: 0 },
      { name: 'payee with a name that is too long for its column', kind: 'integer', offered: null, unlike: 3 },
      { name: 'amount', kind: 'text', offered: 'comma', unlike: 0 },
      { name: 'parcels', kind: 'integer', offered: null, unlike: 0 },
    ],
    moreColumns: 2,
    rows: Array.from({ length: 20 }, (_, index) => [`${index + 1}.11.2026`, 'Hoshino Print, Osaka', `1.${200 + index},50`, String(index)]),
  }
  const encodings = ['UTF-8', 'Windows-1250', 'Windows-1252', 'Shift_JIS']
  return waitingWorld(language, ['ledger-2026-11.csv', 'more.csv'], { kind: 'table', table, encodings })
}

function waitingWorld(language: Language, files: readonly string[], preview: unknown): ScriptedWorld {
  const waiting = files.map((fileName, index) => ({ importId: `import-${index + 1}`, fileName }))
  const given = {
    ...answers(language),
    'source.choose': { kind: 'added', sourceIds: [], waiting },
    'import.preview': preview,
  }
  calls['import.preview'].reply.parse(given['import.preview'])
  calls['source.choose'].reply.parse(given['source.choose'])
  return makeWorld({ language, bootstrap: { statuses: [replayStatus()] }, kept: { answers: given } })
}

/** A conversation with an open approval of a query. */
export function queryWorld(language: Language): ScriptedWorld {
  const said = dataWords[language]
  const input = { source: 'orders.db', sql, reason: said.reason, title: said.title }
  return makeWorld({
    language,
    messages: [
      userMessage('user-1', said.asked),
      answerMessage('answer-2', [
        {
          type: 'dynamic-tool',
          toolName: 'execute_sql',
          toolCallId: 'call-osaka',
          state: 'approval-requested',
          input,
          approval: { id: 'approval-1' },
        },
      ]),
    ],
    bootstrap: {
      approvals: [
        paymentQuestion({
          toolName: 'execute_sql',
          toolCallId: 'call-osaka',
          risk: 'low',
          question: { en: dataWords.en.question, ja: dataWords.ja.question },
          destination: 'Google Gemini',
          input,
        }),
      ],
      statuses: [replayStatus({ activity: 'waiting' })],
    },
    kept: { answers: answers(language) },
  })
}
