import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

/** The parts of a Markdown tree that reading needs. */
interface MarkdownNode {
  readonly type: string
  readonly value?: string | undefined
  readonly alt?: string | null | undefined
  readonly url?: string | undefined
  readonly ordered?: boolean | null | undefined
  readonly start?: number | null | undefined
  readonly children?: readonly MarkdownNode[] | undefined
}

/** Longer answers are cut here, in characters. */
const LONGEST_ANSWER = 50_000
/** A line with more quotes and lists than this is not prose; parsing it would take long. */
const DEEP_NESTING = /^[>\-+*\s]{64,}/gm
const DOLLAR_FORMULA = /\$([^$\s](?:[^$\n]*[^$\s])?)\$(?!\d)/g

/**
 * The paragraphs of a Markdown answer to read aloud, without markup. Links are read by their text and bare addresses by their host,
 * tables row by row with column names, pictures by their description. Code blocks, displayed formulas, HTML and footnotes are omitted.
 */
export function speakableText(markdown: string): readonly string[] {
  const text = markdown.slice(0, LONGEST_ANSWER).replace(DEEP_NESTING, '')
  const parser = unified()
    .use(remarkParse)
    .use(remarkGfm, { singleTilde: false })
    .use(remarkCjkFriendly)
    .use(remarkMath, { singleDollarTextMath: false })
  return blocksOf(parser.parse(text)).filter((block) => /[\p{L}\p{N}]/u.test(block))
}

function blocksOf(node: MarkdownNode): readonly string[] {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return [tidy(wordsOf(node))]
    case 'list':
      return itemsOf(node)
    case 'table':
      return rowsOf(node)
    case 'code':
    case 'math':
    case 'html':
    case 'definition':
    case 'footnoteDefinition':
    case 'thematicBreak':
      return []
    default:
      return (node.children ?? []).flatMap(blocksOf)
  }
}

function itemsOf({ ordered, start, children = [] }: MarkdownNode): readonly string[] {
  return children.flatMap((item, index) => {
    const [first, ...rest] = blocksOf(item)
    if (first === undefined) return []
    return [ordered === true ? `${(start ?? 1) + index}. ${first}` : first, ...rest]
  })
}

function rowsOf({ children = [] }: MarkdownNode): readonly string[] {
  const [names = [], ...rows] = children.map((row) => (row.children ?? []).map((cell) => tidy(wordsOf(cell))))
  return rows.map((cells) =>
    cells
      .map((cell, column) => (cell === '' || !names[column] ? cell : `${names[column]}: ${cell}`))
      .filter((words) => words !== '')
      .join(', '),
  )
}

function wordsOf(node: MarkdownNode): string {
  switch (node.type) {
    case 'text':
      return (node.value ?? '').replace(DOLLAR_FORMULA, (_all, formula: string) => formulaWords(formula))
    case 'inlineCode':
      return node.value ?? ''
    case 'inlineMath':
      return formulaWords(node.value ?? '')
    case 'break':
      return ' '
    case 'image':
    case 'imageReference':
      return node.alt ?? ''
    case 'link':
      return linkWords(node)
    case 'html':
    case 'footnoteReference':
      return ''
    default:
      return (node.children ?? []).map(wordsOf).join('')
  }
}

function linkWords({ url = '', children = [] }: MarkdownNode): string {
  const words = children.map(wordsOf).join('')
  const isAddress = /^(https?:\/\/|www\.)\S+$/i.test(words.trim())
  if (!isAddress) return words
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : words
}

/** The names and symbols of a formula, without markup. */
function formulaWords(formula: string): string {
  return formula.replace(/\\([A-Za-z]+)/g, ' $1 ').replace(/[\\{}]/g, ' ')
}

function tidy(words: string): string {
  return words.replace(/\s+/g, ' ').trim()
}
