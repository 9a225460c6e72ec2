import ts from 'typescript'
import { expect, it } from 'vitest'
import { type SourceFile, sourceFiles } from './source-files'

const sources = sourceFiles(['src']).filter(({ place }) => /\.tsx?$/.test(place))
const code = sources.filter(({ place }) => !place.startsWith('src/shared/languages/'))
const isWords = (text: string): boolean => /\p{L}{2,}\s+\p{L}{2,}/u.test(text)

/** Hundreds of files are read, even on a busy computer. */
const timeout = 60_000

/** Each node of a file's syntax, without its comments. */
function nodesOf({ place, text }: SourceFile): readonly { readonly node: ts.Node; readonly at: string }[] {
  const file = ts.createSourceFile(place, text, ts.ScriptTarget.Latest, false, place.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  const found: { node: ts.Node; at: string }[] = []
  const visit = (node: ts.Node): void => {
    found.push({ node, at: `${place}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}` })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node) || ts.isJsxText(node)

/** The words in a literal, or in a template, or in either branch of a conditional. */
function wordsIn(node: ts.Node | undefined): readonly string[] {
  if (node === undefined) return []
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return wordsIn(node.expression)
  if (ts.isConditionalExpression(node)) return [...wordsIn(node.whenTrue), ...wordsIn(node.whenFalse)]
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(wordsIn)
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
  return isText(node) ? [node.text] : []
}

it('texts of other languages than English are only in the language files', { timeout }, () => {
  // accounts of the demo, which have Japanese names, and how the model may name them; letters by which encodings are told
  const named = [
    'src/main/storage/database/migrations.ts',
    'src/main/tool-calls/tools/process-payment.ts',
    'src/main/lib/letter-frequencies.ts',
  ]
  const foreign = /[^\P{L}\p{Script=Latin}\p{Script=Greek}]/u
  const found = code
    .filter(({ place, text }) => foreign.test(text) && !named.includes(place))
    .flatMap((file) => nodesOf(file).filter(({ node }) => (isText(node) || ts.isRegularExpressionLiteral(node)) && foreign.test(node.text)))
  expect(code.length).toBeGreaterThan(500)
  expect(found.map(({ at }) => at)).toEqual([])
})

it('no code asks for one language by its name: only English is named, once, as the first', { timeout }, () => {
  // the geocoding service finds names in Japanese script only in Japanese; the recordings are in English and Japanese
  const asked = ['src/main/tool-calls/tools/weather/open-meteo.ts', 'src/main/replay/choose-recording.ts']
  const found = code
    .filter(({ place, text }) => /['"`](?:en|ja)['"`]/.test(text) && !asked.includes(place))
    .flatMap((file) => nodesOf(file).filter(({ node }) => ts.isStringLiteralLike(node) && /^(?:en|ja)$/.test(node.text)))
  expect(found.map(({ at }) => at.replace(/:\d+$/, ''))).toEqual(['src/shared/i18n/languages.ts'])
})

it('the page shows no hard-coded texts', { timeout }, () => {
  const shownBy = new Set(['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt', 'label', 'hint'])
  // values of arguments and cells are shown unchanged
  const values = new Set(['true', 'false', 'NULL', 'null'])
  const pages = code.filter(({ place }) => place.startsWith('src/renderer/') && place.endsWith('.tsx'))
  const found = pages.flatMap(nodesOf).filter(({ node }) => {
    if (ts.isJsxText(node)) return /\p{L}{2,}/u.test(node.text) && !values.has(node.text.trim())
    if (!ts.isJsxAttribute(node) || !ts.isIdentifier(node.name)) return false
    return shownBy.has(node.name.text) && wordsIn(node.initializer).some((text) => /\p{L}{2,}/u.test(text) && !/^\w+:\/\//.test(text))
  })
  expect(pages.length).toBeGreaterThan(100)
  expect(found.map(({ at }) => at)).toEqual([])
})

it('windows, menus, notifications and dialogs get no hard-coded texts', { timeout }, () => {
  const shownBy = ['title', 'label', 'body', 'button', 'buttons', 'tooltip', 'toolTip', 'detail', 'placeholder', 'sublabel']
  // real and simulated faults of the service are stored in English and shown by their cause; a description for programs
  // is not for users
  const kept = [
    'src/main/replay/simulator/faults/text-faults.ts',
    'src/main/models/text/text-machine.ts',
    'src/renderer/audio/attach-microphone.ts',
    'src/main/gateway/open-api.ts',
  ]
  const outside = code
    .filter(({ place }) => !place.startsWith('src/shared/') && !kept.includes(place))
    .filter(({ text }) => shownBy.some((name) => text.includes(`${name}:`)))
  const found = outside.flatMap(nodesOf).filter(({ node }) => {
    if (!ts.isPropertyAssignment(node) || !ts.isIdentifier(node.name) || !shownBy.includes(node.name.text)) return false
    return wordsIn(node.initializer).some((text) => isWords(text) && !/^Parley \w+$/.test(text))
  })
  expect(found.map(({ at }) => at)).toEqual([])
})
