import { Square, SquareCheck } from 'lucide-react'
import { createContext, isValidElement, memo, type ReactNode, useContext, useMemo, useState } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import { ExternalLink, webHost } from '../chat/external-link'
import { useI18n } from '../i18n/i18n-provider'
import { AsWritten } from './as-written'
import { blockDirection } from './block-direction'
import { CodeBlock, plainText } from './code-block'
import { Formula } from './formula'
import { grammar, grammarOf } from './grammar'
import { canBeLaidOut, longestBlock, refuseDepth } from './layout-limits'
import { markUnplayed } from './mark-unplayed'
import styles from './markdown.module.css'
import { lengthenOuterFence } from './nested-fence'
import { type Block, createBlockSplitter } from './split-blocks'

/** An image inside a link's text gets no link of its own. */
const InsideLink = createContext(false)

const components: Components = {
  // the page's own title is the first level
  h1: ({ children, dir }) => (
    <h2 dir={dir} data-level="1">
      {children}
    </h2>
  ),
  h2: ({ children, dir }) => (
    <h2 dir={dir} data-level="2">
      {children}
    </h2>
  ),
  h3: ({ children, dir }) => <h2 dir={dir}>{children}</h2>,
  h4: ({ children, dir }) => <h3 dir={dir}>{children}</h3>,
  h5: ({ children, dir }) => <h3 dir={dir}>{children}</h3>,
  h6: ({ children, dir }) => <h3 dir={dir}>{children}</h3>,
  a: ({ href, children }) => (
    <ExternalLink address={href ?? ''}>
      <InsideLink.Provider value={true}>{children}</InsideLink.Provider>
    </ExternalLink>
  ),
  img: ({ alt, src }) => <Picture name={alt ?? ''} address={typeof src === 'string' ? src : ''} />,
  pre: ({ children }) => <Fenced>{children}</Fenced>,
  code: ({ className, children, dir }) =>
    className?.includes('math-inline') ? (
      <Formula tex={plainText(children)} display={false} />
    ) : (
      <code dir={dir} className={className}>
        {children}
      </code>
    ),
  table: ({ children, dir }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, so it must be reachable by keyboard
    <div className={styles.table} tabIndex={0}>
      <table dir={dir}>{children}</table>
    </div>
  ),
  td: ({ children, style, dir }) => (
    <td dir={dir} style={style} data-short={isShort(children) || undefined}>
      {children}
    </td>
  ),
  th: ({ children, style, dir }) => (
    <th dir={dir} style={style}>
      {children}
    </th>
  ),
  input: ({ checked }) => <TaskMark done={checked === true} />,
}

interface MarkdownProps {
  readonly text: string
  /** Where playback was cut off: the rest was not played. */
  readonly playedCharacters?: number | undefined
}

/**
 * The model's text as elements. Raw HTML stays text, nothing is fetched, links open outside the app and show their host.
 * While a text grows, its finished blocks are not rendered again.
 */
export function Markdown({ text, playedCharacters }: MarkdownProps) {
  const [splitter] = useState(createBlockSplitter)
  const blocks = useMemo(() => blocksOf(text, splitter.split), [text, splitter])
  const cutIn =
    playedCharacters === undefined ? -1 : (blocks?.findIndex(({ start, source }) => start + source.length > playedCharacters) ?? -1)
  return (
    <div className={styles.markdown} dir="auto" data-words>
      {blocks === null ? (
        <AsWritten text={text} />
      ) : (
        blocks.map((block, index) => (
          <BlockView
            key={block.start}
            block={block}
            playedCharacters={
              playedCharacters !== undefined && cutIn >= 0 && index >= cutIn ? Math.max(0, playedCharacters - block.start) : undefined
            }
            isCut={index === cutIn}
          />
        ))
      )}
    </div>
  )
}

/** The blocks, or null if the text can't be rendered as Markdown. */
function blocksOf(text: string, split: (text: string) => readonly Block[]): readonly Block[] | null {
  if (!canBeLaidOut(text)) return null
  try {
    return split(text)
  } catch {
    return null
  }
}

interface BlockViewProps {
  readonly block: Block
  readonly playedCharacters: number | undefined
  readonly isCut: boolean
}

const BlockView = memo(function BlockView({ block, playedCharacters, isCut }: BlockViewProps) {
  const { source, definitions, read } = block
  if (source.length > longestBlock) return <AsWritten text={source} />
  const marks =
    playedCharacters === undefined
      ? []
      : [markUnplayed(playedCharacters + (read?.offset ?? 0), { cut: isCut ? (styles.cut ?? '') : null, unheard: styles.unheard ?? '' })]
  try {
    // called as a function instead of rendered as an element, so that a text that can't be rendered is detected here
    const fenced = lengthenOuterFence(source)
    return ReactMarkdown({
      children: definitions === '' ? fenced : `${fenced}\n\n${definitions}`,
      remarkPlugins: read === null ? grammar : grammarOf(read.tree),
      rehypePlugins: [refuseDepth, blockDirection, ...marks],
      components,
    })
  } catch {
    return <AsWritten text={source} />
  }
})

/** The longest text of a cell, in characters, that stays on one line: a number with its unit, a date. */
const SHORT_CELL = 12

function isShort(cell: ReactNode): boolean {
  return typeof cell === 'string' && cell.length <= SHORT_CELL
}

/** The content of a fence: a formula, or code. */
function Fenced({ children }: { readonly children?: ReactNode }) {
  const isMath = isValidElement<{ readonly className?: string }>(children) && (children.props.className?.includes('language-math') ?? false)
  return isMath ? <Formula tex={plainText(children)} display={true} /> : <CodeBlock>{children}</CodeBlock>
}

/** The checkbox of a task in a list, which is read-only. */
function TaskMark({ done }: { readonly done: boolean }) {
  const i18n = useI18n()
  return (
    <span className={styles.task} role="img" aria-label={i18n.t(done ? 'thread.taskDone' : 'thread.taskOpen')}>
      {done ? <SquareCheck size={14} strokeWidth={2} aria-hidden /> : <Square size={14} strokeWidth={2} aria-hidden />}
    </span>
  )
}

/** An image that the app does not store is not fetched: its name links to it. */
function Picture({ name, address }: { readonly name: string; readonly address: string }): ReactNode {
  const i18n = useI18n()
  const inside = useContext(InsideLink)
  const shown = name === '' ? address : name
  if (inside || webHost(address) === null) return <span className={styles.image}>{i18n.t('thread.imageNotLoaded', { name: shown })}</span>
  return <ExternalLink address={address}>{i18n.t('thread.imageLink', { name: shown })}</ExternalLink>
}
