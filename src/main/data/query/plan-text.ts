import type { TextKey } from '../../../shared/i18n/language-file'
import type { Localized } from '../../../shared/text/localized'
import { inEveryLanguage } from '../../lib/translations'

/** One step of `EXPLAIN QUERY PLAN`. */
export interface PlanStep {
  readonly id: number
  readonly parent: number
  readonly detail: string
}

/** What a step is called: the key of its text, which may name a table and an index. */
type StepKey = Extract<TextKey, `plan.${string}`>

/** The engine's words for each kind of step, and ours; what they hold in brackets is the table, and the index. What none fits is told in the engine's words. */
const WORDINGS: readonly (readonly [RegExp, StepKey])[] = [
  [/^SCAN (.+?) USING COVERING INDEX (.+)$/, 'plan.indexAll'],
  [/^SCAN (.+?) USING INDEX (.+)$/, 'plan.indexOrder'],
  [/^SCAN (.+?) VIRTUAL TABLE INDEX/, 'plan.virtual'],
  [/^SCAN (\d+) CONSTANT ROWS?$/, 'plan.constants'],
  [/^SCAN CONSTANT ROW$/, 'plan.constant'],
  [/^SCAN (.+)$/, 'plan.scan'],
  [/^SEARCH (.+?) USING INTEGER PRIMARY KEY/, 'plan.key'],
  [/^SEARCH (.+?) USING AUTOMATIC/, 'plan.automatic'],
  [/^SEARCH (.+?) USING (?:COVERING )?INDEX (\S+)/, 'plan.index'],
  [/^SEARCH (.+)$/, 'plan.search'],
  [/^(?:MATERIALIZE|CO-ROUTINE) (.+)$/, 'plan.first'],
  [/^(?:CORRELATED )?(?:SCALAR|LIST) SUBQUERY/, 'plan.inner'],
  [/^USE TEMP B-TREE FOR GROUP BY$/, 'plan.group'],
  [/^USE TEMP B-TREE FOR (?:RIGHT PART|LAST TERM|LAST \d+ TERMS) OF ORDER BY$/, 'plan.sortRest'],
  [/^USE TEMP B-TREE FOR ORDER BY$/, 'plan.sort'],
  [/^USE TEMP B-TREE FOR .*DISTINCT/, 'plan.distinct'],
  [/^MULTI-INDEX OR$/, 'plan.indexes'],
  [/^(?:UNION|COMPOUND|UNION ALL|MERGE|EXCEPT|INTERSECT)/, 'plan.together'],
  [/^RECURSIVE STEP$/, 'plan.repeats'],
]

/** What is a step of its own in no plan: it only holds others. */
const HEADINGS = /^(?:LEFT-MOST SUBQUERY|LEFT$|RIGHT$|SETUP|INDEX \d+|BLOOM FILTER|RIGHT-JOIN)/

/** How the engine goes about a query, one sentence for each step, each said once. */
export function planText(plan: readonly PlanStep[]): readonly Localized[] {
  const sentences = plan.filter(({ detail }) => !HEADINGS.test(detail)).map(({ detail }) => stepWords(detail))
  return sentences.filter((one, index) => sentences.findIndex(({ en }) => en === one.en) === index)
}

function stepWords(detail: string): Localized {
  for (const [form, key] of WORDINGS) {
    const found = form.exec(detail)
    if (found === null) continue
    const [, table = '', index = ''] = found
    return inEveryLanguage((i18n) => i18n.t(key, { table, index }))
  }
  return inEveryLanguage(() => detail)
}

/** Whether a plan reads a table from end to end. */
export function scans(plan: readonly PlanStep[], table: string): boolean {
  return plan.some(({ detail }) => detail === `SCAN ${table}` || detail.startsWith(`SCAN ${table} `))
}
