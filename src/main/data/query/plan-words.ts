import type { Localized } from '../../../shared/text/localized'

/** One step of `EXPLAIN QUERY PLAN`. */
export interface PlanStep {
  readonly id: number
  readonly parent: number
  readonly detail: string
}

type Wording = readonly [RegExp, (...found: string[]) => Localized]

/** The engine's words for each kind of step, and ours. What none fits is told in the engine's words. */
const WORDINGS: readonly Wording[] = [
  [
    /^SCAN (.+?) USING COVERING INDEX (.+)$/,
    (table = '', index = '') => ({
      en: `Reads all of ${table} from its index ${index}`,
      ja: `${table}の全行をインデックス${index}から読む`,
    }),
  ],
  [
    /^SCAN (.+?) USING INDEX (.+)$/,
    (table = '', index = '') => ({ en: `Reads all of ${table} in the order of ${index}`, ja: `${table}の全行を${index}の順に読む` }),
  ],
  [
    /^SCAN (.+?) VIRTUAL TABLE INDEX/,
    (table = '') => ({ en: `Reads ${table}, which makes its rows itself`, ja: `行を自分で作る${table}を読む` }),
  ],
  [
    /^SCAN (\d+) CONSTANT ROWS?$/,
    (count = '') => ({ en: `Makes ${count} rows from the query itself`, ja: `クエリ自身から${count}行を作る` }),
  ],
  [/^SCAN CONSTANT ROW$/, () => ({ en: 'Makes one row from the query itself', ja: 'クエリ自身から1行を作る' })],
  [/^SCAN (.+)$/, (table = '') => ({ en: `Reads every row of ${table}`, ja: `${table}の全行を読む` })],
  [
    /^SEARCH (.+?) USING INTEGER PRIMARY KEY/,
    (table = '') => ({ en: `Looks up each row of ${table} by its key`, ja: `${table}の行をキーで引く` }),
  ],
  [
    /^SEARCH (.+?) USING AUTOMATIC/,
    (table = '') => ({
      en: `Makes an index of ${table} in memory and looks rows up in it`,
      ja: `${table}のインデックスをメモリに作って引く`,
    }),
  ],
  [
    /^SEARCH (.+?) USING (?:COVERING )?INDEX (\S+)/,
    (table = '', index = '') => ({
      en: `Finds rows of ${table} through the index ${index}`,
      ja: `${table}の行をインデックス${index}で探す`,
    }),
  ],
  [/^SEARCH (.+)$/, (table = '') => ({ en: `Looks rows up in ${table}`, ja: `${table}の行を引く` })],
  [/^(?:MATERIALIZE|CO-ROUTINE) (.+)$/, (name = '') => ({ en: `Works out ${name} first`, ja: `先に${name}を求める` })],
  [/^(?:CORRELATED )?(?:SCALAR|LIST) SUBQUERY/, () => ({ en: 'Asks an inner query', ja: '内側のクエリを実行' })],
  [/^USE TEMP B-TREE FOR GROUP BY$/, () => ({ en: 'Groups in memory', ja: 'メモリでグループに分ける' })],
  [
    /^USE TEMP B-TREE FOR (?:RIGHT PART|LAST TERM|LAST \d+ TERMS) OF ORDER BY$/,
    () => ({ en: 'Sorts the rest in memory', ja: '残りをメモリで並べ替える' }),
  ],
  [/^USE TEMP B-TREE FOR ORDER BY$/, () => ({ en: 'Sorts in memory', ja: 'メモリで並べ替える' })],
  [/^USE TEMP B-TREE FOR .*DISTINCT/, () => ({ en: 'Leaves repeated rows out', ja: '重複する行を除く' })],
  [/^MULTI-INDEX OR$/, () => ({ en: 'Asks several indexes', ja: '複数のインデックスを使う' })],
  [/^(?:UNION|COMPOUND|UNION ALL|MERGE|EXCEPT|INTERSECT)/, () => ({ en: 'Puts several queries together', ja: '複数のクエリをまとめる' })],
  [/^RECURSIVE STEP$/, () => ({ en: 'Repeats on its own result', ja: '自分の結果で繰り返す' })],
]

/** What is a step of its own in no plan: it only holds others. */
const HEADINGS = /^(?:LEFT-MOST SUBQUERY|LEFT$|RIGHT$|SETUP|INDEX \d+|BLOOM FILTER|RIGHT-JOIN)/

/** How the engine goes about a query, one sentence for each step, each said once. */
export function planWords(plan: readonly PlanStep[]): readonly Localized[] {
  const sentences = plan.filter(({ detail }) => !HEADINGS.test(detail)).map(({ detail }) => wordsFor(detail))
  return sentences.filter((one, index) => sentences.findIndex(({ en }) => en === one.en) === index)
}

function wordsFor(detail: string): Localized {
  for (const [form, words] of WORDINGS) {
    const found = form.exec(detail)
    if (found !== null) return words(...found.slice(1))
  }
  return { en: detail, ja: detail }
}

/** Whether a plan reads a table from end to end. */
export function scans(plan: readonly PlanStep[], table: string): boolean {
  return plan.some(({ detail }) => detail === `SCAN ${table}` || detail.startsWith(`SCAN ${table} `))
}
