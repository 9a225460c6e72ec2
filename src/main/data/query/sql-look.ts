import { createBundledHighlighter, createCssVariablesTheme, createSingletonShorthands } from '@shikijs/core'
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import { format } from 'sql-formatter'
import type { SqlToken } from '../../../shared/data/query-details'

const THEME = 'parley'
const VARIABLE = '--sql-'

/** The theme's color names, and our kinds of tokens. */
const KINDS: Readonly<Record<string, SqlToken['kind']>> = {
  'token-keyword': 'keyword',
  'token-function': 'function',
  'token-string': 'string',
  'token-string-expression': 'string',
  'token-constant': 'number',
  'token-comment': 'comment',
}

const { codeToTokensBase } = createSingletonShorthands(
  createBundledHighlighter({
    langs: { sql: () => import('@shikijs/langs/sql') },
    themes: { [THEME]: () => Promise.resolve({ default: createCssVariablesTheme({ name: THEME, variablePrefix: VARIABLE }) }) },
    engine: () => createJavaScriptRegexEngine(),
  }),
)

/** Formats a query over lines; a query that the library cannot read stays unchanged. */
export function formattedSql(sql: string): string {
  try {
    return format(sql, { language: 'sqlite', keywordCase: 'upper', tabWidth: 2, expressionWidth: 60, linesBetweenQueries: 1 })
  } catch {
    return sql
  }
}

/** Splits a query into tokens by kind; together they are the whole text. */
export async function sqlTokens(sql: string): Promise<readonly SqlToken[]> {
  const lines = await codeToTokensBase(sql, { lang: 'sql', theme: THEME })
  const tokens = lines.flatMap((line, index): readonly SqlToken[] => [
    ...line.map(
      ({ content, color }): SqlToken => ({ text: content, kind: KINDS[color?.slice(`var(${VARIABLE}`.length, -1) ?? ''] ?? 'plain' }),
    ),
    ...(index < lines.length - 1 ? [{ text: '\n', kind: 'plain' } as const] : []),
  ])
  // the library normalizes line ends: its output must be what runs
  return tokens.map(({ text }) => text).join('') === sql ? tokens : [{ text: sql, kind: 'plain' }]
}
