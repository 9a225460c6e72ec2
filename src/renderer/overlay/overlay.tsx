import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Client } from '../../shared/ipc/client'
import type { OverlayView } from '../../shared/ipc/popup-window-calls'
import { pageTranslator, useLook } from '../app/use-appearance'
import { publishLevel } from '../audio/levels'
import { I18nProvider } from '../i18n/i18n-provider'
import { chooseLanguage } from '../i18n/translate'
import { useOwnHeight } from '../popup/use-own-height'
import { useView } from '../popup/use-view'
import { wordedClient } from '../state/worded-client'
import { ApprovalBody } from './approval-body'
import { CaptionBody } from './caption-body'
import styles from './overlay.module.css'
import { SightLine } from './sight-line'
import { type OpenedPart, SoundFoot } from './sound-foot'
import { TalkStatus } from './talk-status'
import { useDrag } from './use-drag'

/** The talk overlay: empty until main has sent its view. */
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
  const i18n = useLook(view.look, chooseLanguage(view.look.language, view.look.systemLocale))
  const [client] = useState(() => wordedClient(main, pageTranslator))
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
    <I18nProvider translator={i18n}>
      <main
        ref={pill}
        className={styles.pill}
        aria-label={i18n.t('overlay.name')}
        {...drag}
        onContextMenu={() => setOpened(opened === null ? 'foot' : null)}
        onKeyDown={({ key }) => key === 'Escape' && setOpened(null)}
      >
        {review ? (
          <ApprovalBody key={question.approvalId} question={question} talk={view.talk} client={client} onBack={() => setReviewed(null)} />
        ) : (
          <>
            <h1 className="visually-hidden">{i18n.t('overlay.name')}</h1>
            <TalkStatus
              view={view}
              client={client}
              opened={opened}
              onOpen={setOpened}
              onReview={() => setReviewed(question?.approvalId ?? null)}
            />
            {view.sight !== null && <SightLine seen={view.sight} client={client} />}
            {captioned && <CaptionBody caption={caption} />}
            {(captioned || opened !== null) && <SoundFoot view={view} client={client} opened={opened} onOpen={setOpened} />}
          </>
        )}
      </main>
    </I18nProvider>
  )
}

/**
 * The open part of the overlay, which keeps the overlay on the screen; when the overlay is hidden, the part is closed.
 */
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
