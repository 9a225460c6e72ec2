import { ArrowLeft, Play } from 'lucide-react'
import { useState } from 'react'
import type { FixtureSummary } from '../../shared/ipc/schemas'
import { Rail } from '../app/rail'
import { WindowButtons } from '../app/window-buttons'
import { useI18n } from '../i18n/i18n-provider'
import type { Translator } from '../i18n/translate'
import { useApp, useServices } from '../state/context'
import { IconButton } from '../ui/button'
import { Fault } from '../ui/fault'
import { clockTime } from '../ui/format'
import { Select } from '../ui/select'
import { useLayout } from '../ui/use-width'
import styles from './demo-gallery.module.css'
import { demosOf } from './demos-of'

/** The demo conversations of one language; a click on one plays it. */
export function DemoGallery() {
  const i18n = useI18n()
  const { actions } = useServices()
  const layout = useLayout()
  const fixtures = useApp((state) => state.fixtures)
  const [language, setLanguage] = useState(i18n.language)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [playing, setPlaying] = useState(false)
  const play = async (fixtureId: string) => {
    setPlaying(true)
    setRefusal(await actions.playDemo(fixtureId))
    setPlaying(false)
  }
  const spoken = [...new Set(fixtures.flatMap((fixture) => fixture.language ?? []))]
  const choices = spoken.map((value) => ({ value, label: languageIn(value, i18n) }))
  const chosen = spoken.includes(language) ? language : (spoken[0] ?? language)
  return (
    <div className={styles.screen}>
      {layout !== 'column' && <Rail onExpand={actions.showThread} />}
      <div className={styles.gallery}>
        <header className={styles.header}>
          <IconButton label={i18n.t('demos.back')} onClick={actions.showThread}>
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <h1 className={styles.title}>{i18n.t('demos.title')}</h1>
          <WindowButtons />
        </header>
        <main className={styles.content} data-region="thread">
          <div className={styles.top}>
            <p className={styles.line}>{i18n.t('demos.line')}</p>
            <Select value={chosen} choices={choices} label={i18n.t('demos.language')} onChange={setLanguage} />
          </div>
          {refusal !== null && <Fault>{refusal}</Fault>}
          <ul className={styles.demos} aria-label={i18n.t('demos.title')}>
            {demosOf(fixtures, chosen).map((demo) => (
              <li key={demo.fixtureId}>
                <Demo demo={demo} disabled={playing} onPlay={() => void play(demo.fixtureId)} />
              </li>
            ))}
          </ul>
        </main>
      </div>
    </div>
  )
}

interface DemoProps {
  readonly demo: FixtureSummary
  readonly disabled: boolean
  onPlay(): void
}

function Demo({ demo: { fixtureId, title, note, seconds }, disabled, onPlay }: DemoProps) {
  const i18n = useI18n()
  return (
    <button
      type="button"
      className={styles.demo}
      data-demo={fixtureId}
      disabled={disabled}
      aria-label={i18n.t('demos.play', { title: i18n.of(title) })}
      aria-describedby={`demo-${fixtureId}`}
      onClick={onPlay}
    >
      <span className={styles.play}>
        <Play size={16} strokeWidth={1.75} aria-hidden />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{i18n.of(title)}</span>
        <span id={`demo-${fixtureId}`} className={styles.about}>
          <span className={styles.note}>{i18n.of(note)}</span>
          <span className={styles.facts}>{clockTime(seconds * 1000)}</span>
        </span>
      </span>
    </button>
  )
}

/** The name of a language in the page's language. */
function languageIn(language: string, { locale }: Translator): string {
  return new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language
}
