import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkCjkFriendlyStrikethrough from 'remark-cjk-friendly-gfm-strikethrough'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import type { PluggableList } from 'unified'
import { dollarMath } from './dollar-math'
import { endLinks } from './end-links'
import { texMath } from './tex-math'

/**
 * The supported Markdown: GitHub's, with math, and with emphasis next to Japanese text without spaces (CommonMark does not
 * recognize `**48,600円**です`). A single tilde does not strike out: `100~200` is a range.
 */
export const grammar: PluggableList = [
  [remarkGfm, { singleTilde: false }],
  remarkCjkFriendly,
  [remarkCjkFriendlyStrikethrough, { singleTilde: false }],
  [remarkMath, { singleDollarTextMath: false }],
  dollarMath,
  texMath,
  endLinks,
]
