import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkCjkFriendlyStrikethrough from 'remark-cjk-friendly-gfm-strikethrough'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import type { PluggableList } from 'unified'
import { dollarMath } from './dollar-math'
import { endLinks } from './end-links'
import { texMath } from './tex-math'

/**
 * The Markdown that is understood: GitHub's, with math, and with emphasis also where Japanese puts no spaces around the marks
 * (CommonMark takes `**48,600円**です` for none). One tilde strikes nothing out: `100~200` is a range.
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
