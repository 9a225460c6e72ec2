import { Check, Copy } from 'lucide-react'
import { isValidElement, type ReactElement, type ReactNode, useMemo, useState } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import { useWords } from '../i18n/words'
import { IconButton } from '../ui/button'
import { ExternalLink } from './external-link'
import { markUnheard } from './mark-unheard'
import styles from './markdown.module.css'

// CommonMark takes `**48,600円**です` for no emphasis, because no space stands around the marks
const plugins = [remarkGfm, remarkCjkFriendly]

const components: Components = {
  // the page's own title is the first level
  h1: ({ children }) => <h2>{children}</h2>,
  h3: ({ children }) => <h2>{children}</h2>,
  h4: ({ children }) => <h3>{children}</h3>,
  h5: ({ children }) => <h3>{children}</h3>,
  h6: ({ children }) => <h3>{children}</h3>,
  a: ({ href, children }) => <ExternalLink address={href ?? ''}>{children}</ExternalLink>,
  img: ({ alt, src }) => <ImageName name={alt !== undefined && alt !== '' ? alt : typeof src === 'string' ? src : ''} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, so it must be reachable by keyboard
    <div className={styles.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  td: ({ children, style }) => <td style={style}>{children}</td>,
  th: ({ children, style }) => <th style={style}>{children}</th>,
}

interface MarkdownProps {
  readonly text: string
  /** Where speech was cut off: what follows was not spoken. */
  readonly heardCharacters?: number | undefined
}

/** The model's text as elements. Raw HTML in it stays text, pictures are named and not fetched, links open outside and say where they lead. */
export function Markdown({ text, heardCharacters }: MarkdownProps) {
  const marks = useMemo(
    () => (heardCharacters === undefined ? [] : [markUnheard(heardCharacters, { cut: styles.cut ?? '', unheard: styles.unheard ?? '' })]),
    [heardCharacters],
  )
  return (
    <div className={styles.markdown} dir="auto">
      <ReactMarkdown remarkPlugins={plugins} rehypePlugins={marks} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  )
}

function ImageName({ name }: { readonly name: string }) {
  const words = useWords()
  return <span className={styles.image}>{words.say('thread.imageNotLoaded', { name })}</span>
}

interface CodeProps {
  readonly className?: string
  readonly children?: ReactNode
}

function CodeBlock({ children }: { readonly children?: ReactNode }) {
  const words = useWords()
  const [copied, setCopied] = useState(false)
  const code = isValidElement<CodeProps>(children) ? (children satisfies ReactElement<CodeProps>) : null
  const language = /language-(\S+)/.exec(code?.props.className ?? '')?.[1] ?? ''
  const text = plainText(code?.props.children ?? children).replace(/\n$/, '')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), 2000)
    } catch {
      // the system refused the clipboard: the button goes on saying "Copy"
      setCopied(false)
    }
  }
  return (
    <figure className={styles.code}>
      <figcaption className={styles.codeHead}>
        <span>{language === '' ? words.say('thread.code') : language.toUpperCase()}</span>
        <IconButton label={words.say(copied ? 'thread.copied' : 'thread.copy')} className={styles.copy} onClick={() => void copy()}>
          {copied ? <Check size={14} strokeWidth={2} aria-hidden /> : <Copy size={14} strokeWidth={2} aria-hidden />}
        </IconButton>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, so it must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  )
}

function plainText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  return Array.isArray(node) ? node.map(plainText).join('') : ''
}
