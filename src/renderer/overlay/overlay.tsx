import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Client } from '../../shared/ipc/client'
import type { OverlayView } from '../../shared/ipc/small-window-calls'
import { pageWords, useLook } from '../app/use-appearance'
import { publishLevel } from '../audio/levels'
import { chooseLanguage } from '../i18n/translate'
import { WordsProvider } from '../i18n/words'
import { useOwnHeight } from '../small/use-own-height'
import { useView } from '../small/use-view'
import { wordedClient } from '../state/worded-client'
import { CaptionBody } from './caption-body'
import styles from './overlay.module.css'
import { QuestionBody } from './question-body'
import { type OpenedPart, SoundFoot } from './sound-foot'
import { TalkLine } from './talk-line'
import { useDrag } from './use-drag'

/** The whole of the small window: nothing before main has said what to show. */
export function Overlay({ client }: { readonly client: Client }) {
  const view = useView(
    useMemo(
      () => ({
        ask: () => client.call('overlay.open', null),
        follow: (hear: (view: OverlayView) => void) => client.on('overlay.view', hear),
      }),
      [client],
    ),
  )
  useEffect(() => client.on('overlay.level', (level) => publishLevel({ ...level, waveform: Float32Array.from(level.waveform) })), [client])
  return view === null ? null : <Pill view={view} main={client} />
}

function Pill({ view, main }: { readonly view: OverlayView; readonly main: Client }) {
  const words = useLook(view.look, chooseLanguage(view.look.language, view.look.systemLocale))
  const [client] = useState(() => wordedClient(main, pageWords))
  const [reviewed, setReviewed] = useState<string | null>(null)
  const [opened, setOpened] = useOpenedPart(main)
  const pill = useRef<HTMLElement>(null)
  useOwnHeight(
    pill,
    useCallback((height: number) => void main.call('overlay.size', { height }), [main]),
  )
  const drag = useDrag(main)
  const { question } = view
  const review = question !== null && question.approvalId === reviewed
  const { caption } = view.voice
  const captioned = view.sound.captions && caption !== null
  return (
    <WordsProvider translator={words}>
      <main
        ref={pill}
        className={styles.pill}
        aria-label={words.say('overlay.name')}
        {...drag}
        onContextMenu={() => setOpened(opened === null ? 'foot' : null)}
        onKeyDown={({ key }) => key === 'Escape' && setOpened(null)}
      >
        {review ? (
          <QuestionBody key={question.approvalId} question={question} talk={view.talk} client={client} onBack={() => setReviewed(null)} />
        ) : (
          <>
            <h1 className="visually-hidden">{words.say('overlay.name')}</h1>
            <TalkLine
              view={view}
              client={client}
              opened={opened}
              onOpen={setOpened}
              onReview={() => setReviewed(question?.approvalId ?? null)}
            />
            {captioned && <CaptionBody caption={caption} />}
            {(captioned || opened !== null) && <SoundFoot view={view} client={client} opened={opened} onOpen={setOpened} />}
          </>
        )}
      </main>
    </WordsProvider>
  )
}

/** What is opened in the overlay, which stays on the screen for it; gone from there, it is closed. */
function useOpenedPart(main: Client) {
  const [opened, setOpened] = useState<OpenedPart | null>(null)
  const open = opened !== null
  useEffect(() => {
    if (!open) return
    void main.call('overlay.hold', { on: true })
    const close = () => document.hidden && setOpened(null)
    document.addEventListener('visibilitychange', close)
    return () => {
      document.removeEventListener('visibilitychange', close)
      void main.call('overlay.hold', { on: false })
    }
  }, [open, main])
  return [opened, setOpened] as const
}
