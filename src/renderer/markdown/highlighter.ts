import type { HighlighterCore, LanguageInput, ThemedToken } from 'shiki/core'
import { type Lazy, lazily } from '../ui/use-loaded'

/** Longer code is not highlighted, in UTF-16 units. */
const LONGEST_CODE = 20_000

/** Languages by the names that models use; each is a chunk of its own, loaded at its first use. */
const languages: Readonly<Record<string, () => LanguageInput>> = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  powershell: () => import('shiki/langs/powershell.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
}

const otherNames: Readonly<Record<string, string>> = {
  'c#': 'csharp',
  'c++': 'c',
  cpp: 'c',
  cs: 'csharp',
  dockerfile: 'docker',
  js: 'javascript',
  jsonc: 'json',
  jsx: 'tsx',
  kt: 'kotlin',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  ts: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
}

/** Highlights code of one language: its lines, each made of coloured pieces. Null for code that is too long. */
export type Highlight = (code: string) => readonly (readonly ThemedToken[])[] | null

const engine = lazily(async (): Promise<HighlighterCore> => {
  const [{ createCssVariablesTheme, createHighlighterCore }, { createJavaScriptRegexEngine }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/javascript'),
  ])
  return createHighlighterCore({
    themes: [createCssVariablesTheme({ name: 'parley', variablePrefix: '--code-', fontStyle: false })],
    langs: [],
    // the JavaScript engine: the page may not compile WebAssembly
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
})

const loaded = new Map<string, Lazy<Highlight>>()

/** The highlighter of a fence's language; null for an unknown one. */
export function highlightOf(name: string): Lazy<Highlight> | null {
  const wanted = name.toLowerCase()
  const language = otherNames[wanted] ?? wanted
  const read = Object.hasOwn(languages, language) ? languages[language] : undefined
  if (read === undefined) return null
  const known = loaded.get(language)
  if (known !== undefined) return known
  const made = lazily<Highlight>(async () => {
    const highlighter = await engine.load()
    if (highlighter === null) throw new Error('the highlighter could not be read')
    await highlighter.loadLanguage(read())
    return (code) =>
      code.length > LONGEST_CODE
        ? null
        : highlighter.codeToTokensBase(code, { lang: language, theme: 'parley', tokenizeMaxLineLength: 1000, tokenizeTimeLimit: 0 })
  })
  loaded.set(language, made)
  return made
}
