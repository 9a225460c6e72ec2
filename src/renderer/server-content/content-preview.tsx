import type { ContentFile } from '../../shared/servers/server-content'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { Button } from '../ui/button'
import { byteSize, wholeNumber } from '../ui/format'
import styles from './server-content.module.css'

/** The most characters of a text that are drawn: more would block the page. */
const MOST_DRAWN = 100_000

interface ContentPreviewProps {
  readonly files: readonly ContentFile[]
  onBack(): void
  onAttach(): void
}

/** What the server sent, with hidden characters visible, before any of it is attached. */
export function ContentPreview({ files, onBack, onAttach }: ContentPreviewProps) {
  const i18n = useI18n()
  return (
    <>
      <p className={styles.facts}>{i18n.t(files.length === 0 ? 'content.nothing' : 'content.whose')}</p>
      <ul className={styles.files}>
        {files.map(({ name, content }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the files of one preview never change
          <li key={index}>
            <p className={styles.name}>{makeVisible(name)}</p>
            {typeof content === 'string' ? (
              <Text text={content} />
            ) : (
              <p className={styles.facts}>{byteSize(content.byteLength, i18n.locale)}</p>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button look="plain" onClick={onBack}>
          {i18n.t('content.back')}
        </Button>
        <Button look="ink" disabled={files.length === 0} onClick={onAttach}>
          {i18n.t('content.attach')}
        </Button>
      </div>
    </>
  )
}

function Text({ text }: { readonly text: string }) {
  const i18n = useI18n()
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre className={styles.text} tabIndex={0}>
        {text.slice(0, MOST_DRAWN).split('\n').map(makeVisible).join('\n')}
      </pre>
      {text.length > MOST_DRAWN && <p className={styles.facts}>{i18n.t('content.cut', { most: wholeNumber(MOST_DRAWN, i18n.locale) })}</p>}
    </>
  )
}
