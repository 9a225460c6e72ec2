import { Check, Copy, MessageSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { pictureAddress } from '../../shared/fixtures/picture-frame'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { Button } from '../ui/button'
import { colouredJson } from './json-colours'
import styles from './raw-strip.module.css'

interface RawStripProps {
  /** the frames of the selected row in their wire form; empty: no selection */
  readonly texts: readonly string[]
  /** null: the row belongs to no message */
  readonly onShowMessage: (() => void) | null
}

/** Most characters of a frame that are rendered; a copy has all of it. */
const DRAWN = 20_000

/** The selected frame in its wire form, to read and copy. */
export function RawStrip({ texts, onShowMessage }: RawStripProps) {
  const i18n = useI18n()
  const [whole, setWhole] = useState(false)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    void navigator.clipboard.writeText(texts.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  const [first = ''] = texts
  const picture = pictureAddress(first)
  return (
    <section className={styles.strip} aria-label={i18n.t('inspector.frame')}>
      {texts.length === 0 ? (
        <p className={styles.none}>{i18n.t('inspector.nothingChosen')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <pre className={`${styles.raw} ${whole ? styles.wholeRaw : ''}`} tabIndex={0} data-raw>
          {colouredJson(first.slice(0, DRAWN)).map(({ kind, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
            <span key={index} className={styles[kind]}>
              {makeVisible(text)}
            </span>
          ))}
        </pre>
      )}
      {picture !== null && <img className={styles.picture} src={picture} alt={i18n.t('inspector.picture')} data-sent-picture />}
      <div className={styles.stripButtons}>
        <Button look="plain" small disabled={texts.length === 0} onClick={copy}>
          {copied ? <Check size={14} strokeWidth={2} aria-hidden /> : <Copy size={14} strokeWidth={2} aria-hidden />}
          {copied ? i18n.t('thread.copied') : i18n.t('inspector.copyFrame')}
        </Button>
        <Button look="plain" small disabled={texts.length === 0} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {i18n.t(whole ? 'inspector.less' : 'inspector.whole')}
        </Button>
        {onShowMessage !== null && (
          <Button look="plain" small onClick={onShowMessage}>
            <MessageSquare size={14} strokeWidth={2} aria-hidden />
            {i18n.t('inspector.showMessage')}
          </Button>
        )}
      </div>
    </section>
  )
}
