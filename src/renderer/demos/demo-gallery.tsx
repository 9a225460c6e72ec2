import { ArrowLeft, Play } from 'lucide-react'
import { useState } from 'react'
import type { FixtureSummary } from '../../shared/ipc/schemas'
import { Rail } from '../app/rail'
import { WindowButtons } from '../app/window-buttons'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { IconButton } from '../ui/button'
import { Fault } from '../ui/fault'
import { clockTime } from '../ui/format'
import { Select } from '../ui/select'
import { useLayout } from '../ui/use-width'
import styles from './demo-gallery.module.css'
import { demosOf } from './demos-of'

const LANGUAGES = ['en', 'ja'] as const

/** The recorded conversations of one language; a click on one plays it. */
export function DemoGallery() {
  const words = useWords()
  const { actions } = useServices()
  const layout = useLayout()
  const fixtures = useApp((state) => state.fixtures)
  const [language, setLanguage] = useState<'en' | 'ja'>(words.language)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [playing, setPlaying] = useState(false)
  const play = async (fixtureId: string) => {
    setPlaying(true)
    setRefusal(await actions.playDemo(fixtureId))
    setPlaying(false)
  }
  const choices = LANGUAGES.map((value) => ({ value, label: words.say(`demos.language.${value}`) }))
  return (
    <div className={styles.screen}>
      {layout !== 'column' && <Rail onExpand={actions.showThread} />}
      <div className={styles.gallery}>
        <header className={styles.header}>
          <IconButton label={words.say('demos.back')} onClick={actions.showThread}>
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <h1 className={styles.title}>{words.say('demos.title')}</h1>
          <WindowButtons />
        </header>
        <main className={styles.content} data-region="thread">
          <div className={styles.top}>
            <p className={styles.line}>{words.say('demos.line')}</p>
            <Select
              value={language}
              choices={choices}
              label={words.say('demos.language')}
              onChange={(value) => setLanguage(value === 'ja' ? 'ja' : 'en')}
            />
          </div>
          {refusal !== null && <Fault>{refusal}</Fault>}
          <ul className={styles.demos} aria-label={words.say('demos.title')}>
            {demosOf(fixtures, language).map((demo) => (
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

function Demo({ demo: { fixtureId, title, note, language, seconds }, disabled, onPlay }: DemoProps) {
  const words = useWords()
  return (
    <button
      type="button"
      className={styles.demo}
      data-demo={fixtureId}
      disabled={disabled}
      aria-label={words.say('demos.play', { title: title[words.language] })}
      aria-describedby={`demo-${fixtureId}`}
      onClick={onPlay}
    >
      <span className={styles.play}>
        <Play size={16} strokeWidth={1.75} aria-hidden />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{title[words.language]}</span>
        <span id={`demo-${fixtureId}`} className={styles.about}>
          <span className={styles.note}>{note[words.language]}</span>
          <span className={styles.facts}>
            {[clockTime(seconds * 1000), ...(language === null ? [] : [words.say(`demos.language.${language}`)])].join(' · ')}
          </span>
        </span>
      </span>
    </button>
  )
}
