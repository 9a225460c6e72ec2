import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkCjkFriendlyStrikethrough from 'remark-cjk-friendly-gfm-strikethrough'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { type PluggableList, type Plugin, unified } from 'unified'
import { dollarMath } from './dollar-math'
import { endLinks } from './end-links'
import { texMath } from './tex-math'

/**
 * The syntax of the supported Markdown: GitHub's, with math, and with emphasis next to Japanese text without spaces (CommonMark does not
 * recognize `**48,600円**です`). A single tilde does not strike out: `100~200` is a range.
 */
const syntax: PluggableList = [
  [remarkGfm, { singleTilde: false }],
  remarkCjkFriendly,
  [remarkCjkFriendlyStrikethrough, { singleTilde: false }],
  [remarkMath, { singleDollarTextMath: false }],
  dollarMath,
  texMath,
]

/** Reads Markdown; its tree has not gone through the plugins that change one. */
export const markdownReader = unified().use(remarkParse).use(syntax).freeze()

/** Takes over the reader's syntax: making it anew for each block of a text took a fifth of the time of drawing it. */
const readersSyntax: Plugin = function () {
  Object.assign(this.data(), markdownReader.data())
}

/** What the reader makes of a text. */
export type MarkdownTree = ReturnType<typeof markdownReader.parse>

/** The supported Markdown, for a processor that draws it. */
export const grammar: PluggableList = [readersSyntax, endLinks]

/** The same for a text that was read before. The plugins that follow change a tree, so each gets its own. */
export function grammarOf(tree: MarkdownTree): PluggableList {
  const hasRead: Plugin = function () {
    this.parser = () => structuredClone(tree)
  }
  return [hasRead, endLinks]
}
