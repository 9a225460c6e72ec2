/** The part of a hast tree that is needed here. */
interface TreeNode {
  type: string
  value?: string
  tagName?: string
  properties?: { [name: string]: unknown }
  children?: TreeNode[]
}

const BLOCKS: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'table', 'td', 'th'])
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Samaritan}\p{Script=Adlam}]/u
const LETTER = /\p{L}/u

/** Number of letters of a block: those of right-to-left scripts, and all. */
interface Letters {
  readonly rightToLeft: number
  readonly all: number
}

/**
 * A rehype plugin that gives every block the direction of most of its letters. `dir="auto"` takes the direction of the first letter, so
 * a sentence in Arabic that begins with a Latin name would run left to right. Code is ignored and runs left to right.
 */
export function blockDirection() {
  return (tree: TreeNode): void => {
    count(tree)
  }
}

function count(node: TreeNode): Letters {
  if (node.type === 'text') return lettersOf(node.value ?? '')
  const isCode = node.tagName === 'code' || node.tagName === 'pre'
  if (isCode) {
    node.properties = { dir: 'ltr', ...node.properties }
    return { rightToLeft: 0, all: 0 }
  }
  let letters: Letters = { rightToLeft: 0, all: 0 }
  for (const child of node.children ?? []) {
    const { rightToLeft, all } = count(child)
    letters = { rightToLeft: letters.rightToLeft + rightToLeft, all: letters.all + all }
  }
  if (node.tagName !== undefined && BLOCKS.has(node.tagName)) node.properties = { dir: directionOf(letters), ...node.properties }
  return letters
}

function directionOf({ rightToLeft, all }: Letters): 'auto' | 'rtl' | 'ltr' {
  if (all === 0) return 'auto'
  return rightToLeft * 2 > all ? 'rtl' : 'ltr'
}

function lettersOf(text: string): Letters {
  let all = 0
  let rightToLeft = 0
  for (const character of text) {
    if (!LETTER.test(character)) continue
    all += 1
    if (RIGHT_TO_LEFT.test(character)) rightToLeft += 1
  }
  return { rightToLeft, all }
}
