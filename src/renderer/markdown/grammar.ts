import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import type { PluggableList } from 'unified'
import { dollarMath } from './dollar-math'

/**
 * The Markdown that is understood: GitHub's, with math, and with emphasis also where Japanese puts no spaces around the marks
 * (CommonMark takes `**48,600円**です` for none).
 */
export const grammar: PluggableList = [remarkGfm, remarkCjkFriendly, [remarkMath, { singleDollarTextMath: false }], dollarMath]
