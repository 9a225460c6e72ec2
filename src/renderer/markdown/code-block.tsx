import { isValidElement, type ReactElement, type ReactNode, useDeferredValue, useMemo } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import { useLoaded } from '../ui/use-loaded'
import { codeLanguageName } from './code-language'
import { CopyButton } from './copy-button'
import { highlightOf } from './highlighter'
import styles from './markdown.module.css'

interface CodeProps {
  readonly className?: string
  readonly children?: ReactNode
}

/** A code block with its language, highlighted if it is known, and a copy button. Highlighting moves no text. */
export function CodeBlock({ children }: { readonly children?: ReactNode }) {
  const i18n = useI18n()
  const code = isValidElement<CodeProps>(children) ? (children satisfies ReactElement<CodeProps>) : null
  const language = /language-(\S+)/.exec(code?.props.className ?? '')?.[1] ?? ''
  const text = plainText(code?.props.children ?? children).replace(/\n$/, '')
  return (
    <figure className={styles.code}>
      <figcaption className={styles.codeHead}>
        <span>{language === '' ? i18n.t('thread.code') : codeLanguageName(language)}</span>
        <CopyButton className={styles.copy} text={() => text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, so it must be reachable by keyboard */}
      <pre tabIndex={0} translate="no" dir="ltr">
        <code>
          <Coloured text={text} language={language} />
        </code>
      </pre>
    </figure>
  )
}

function Coloured({ text, language }: { readonly text: string; readonly language: string }) {
  const highlight = useLoaded(highlightOf(language))
  // while code streams in, its highlighting may lag behind
  const shown = useDeferredValue(text)
  const lines = useMemo(() => highlight?.(shown) ?? null, [highlight, shown])
  if (lines === null || !text.startsWith(shown)) return text
  return (
    <>
      {lines.map((tokens, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is nothing but its place
        <span key={line}>
          {line > 0 && '\n'}
          {tokens.map(({ content, color, offset }) => (
            <span key={offset} style={color === undefined ? undefined : { color }}>
              {content}
            </span>
          ))}
        </span>
      ))}
      {text.slice(shown.length)}
    </>
  )
}

/** The text of Markdown's code children. */
export function plainText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (isValidElement<CodeProps>(node)) return plainText(node.props.children)
  return Array.isArray(node) ? node.map(plainText).join('') : ''
}
