import type { TextKey } from '../../../shared/i18n/language-file'
import type { Localized } from '../../../shared/text/localized'
import { inEveryLanguage } from '../../lib/translations'

/** One step of `EXPLAIN QUERY PLAN`. */
export interface PlanStep {
  readonly id: number
  readonly parent: number
  readonly detail: string
}

/** The key of a step's text, which may name a table and an index. */
type StepKey = Extract<TextKey, `plan.${string}`>

/**
 * The engine's wording for each kind of step, and ours; capture groups are the table and the index. Unmatched steps keep the engine's
 * wording.
 */
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

/** Lines that are no steps of their own: they only contain others. */
const HEADINGS = /^(?:LEFT-MOST SUBQUERY|LEFT$|RIGHT$|SETUP|INDEX \d+|BLOOM FILTER|RIGHT-JOIN)/

/** The engine's plan for a query, one sentence per step, without repeats. */
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

/** Whether a plan scans a table. */
export function scans(plan: readonly PlanStep[], table: string): boolean {
  return plan.some(({ detail }) => detail === `SCAN ${table}` || detail.startsWith(`SCAN ${table} `))
}
