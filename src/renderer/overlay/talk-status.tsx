import { CircleStop, Ellipsis, Mic, X } from 'lucide-react'
import type { Client } from '../../shared/ipc/client'
import type { OverlayView } from '../../shared/ipc/popup-window-calls'
import type { ConversationStatus } from '../../shared/ipc/schemas'
import { type ShownState, shownState } from '../../shared/talk/shown-state'
import { isHandsFree, isTalking } from '../../shared/talk/talk-facts'
import { whatStops } from '../../shared/talk/what-stops'
import { makeVisible } from '../../shared/text/make-visible'
import { FIX_FOR } from '../app/fixes'
import { useI18n } from '../i18n/i18n-provider'
import type { Translator } from '../i18n/translate'
import { Badge } from '../ui/badge'
import { Button, IconButton } from '../ui/button'
import { timeLeft } from '../ui/format'
import { keySentence } from '../ui/key-cap'
import { useTick } from '../ui/use-now'
import { LevelCanvas } from '../voice/level-canvas'
import { secondLine } from '../voice/status-detail'
import { stopNames } from '../voice/stop-names'
import { talkKeyOf } from '../voice/talk-key'
import styles from './overlay.module.css'
import type { OpenedPart } from './sound-foot'
import { TalkDisc } from './talk-disc'

interface TalkLineProps {
  readonly view: OverlayView
  readonly client: Client
  readonly opened: OpenedPart | null
  onOpen(part: OpenedPart | null): void
  onReview(): void
}

/** State, level and stop on one line; any open approval shows as waiting, unless the user is talking. */
export function TalkStatus({ view, client, opened, onOpen, onReview }: TalkLineProps) {
  const i18n = useI18n()
  const { talk, question } = view
  const status = view.status ?? undefined
  const own = shownState(status, talk)
  const state: ShownState = view.questions > 0 && (own === 'off' || own === 'thinking' || own === 'connecting') ? 'waiting' : own
  const now = useTick(Date.now, 1000, state !== 'off' && state !== 'error')
  const stop = whatStops(status, talk)
  const silent = state === 'off' && view.muted
  const fix = state === 'error' ? fixOfCause(status) : null
  const openParley = () =>
    void client.call('overlay.showParley', { approvalId: state === 'waiting' ? (question?.approvalId ?? null) : null })
  const line = lineOf(view, state, now, i18n)
  const Stop = state === 'connecting' || state === 'reconnecting' ? X : CircleStop
  // with captions on, their row has everything that the menu has
  const hasMenu = (state === 'off' && !silent) || (state === 'error' && fix === null) || (!view.sound.captions && state !== 'waiting')
  return (
    <div className={styles.line}>
      <TalkDisc state={state} silent={silent} talk={talk} client={client} />
      <button type="button" className={styles.words} title={i18n.t('overlay.open')} onClick={openParley}>
        <span className={styles.state}>
          {stateWord(view, state, i18n)}
          {state === 'waiting' && question !== null && <span className={styles.time}> · {timeLeft(question.expiresAt - now)}</span>}
          {view.questions > (question === null ? 0 : 1) && (
            <Badge count={view.questions} label={i18n.count('sidebar.openApprovals', view.questions)} />
          )}
        </span>
        <span className={styles.meta}>{line}</span>
      </button>
      <Level view={view} state={state} />
      {state === 'waiting' && question !== null && (
        <Button className={styles.act} onClick={onReview}>
          {i18n.t('overlay.review')}
        </Button>
      )}
      {fix !== null && (
        <Button className={styles.act} onClick={() => void client.call('overlay.showSettings', { section: fix })}>
          {i18n.t('overlay.settings')}
        </Button>
      )}
      {silent && (
        <Button className={styles.act} onClick={() => void client.call('overlay.mute', { muted: false })}>
          {i18n.t('overlay.unmute')}
        </Button>
      )}
      {state === 'listening' && isHandsFree(talk) && (
        <IconButton
          label={i18n.t('dock.microphone')}
          aria-expanded={opened === 'microphone'}
          onClick={() => onOpen(opened === 'microphone' ? null : 'microphone')}
        >
          <Mic size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      {stop !== null && state !== 'error' && state !== 'off' && state !== 'waiting' && (
        <IconButton label={i18n.t(stopNames[stop])} onClick={() => void client.call('overlay.stop', null)}>
          <Stop size={17} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      {hasMenu && (
        <IconButton
          label={i18n.t('overlay.more')}
          aria-expanded={opened !== null}
          className={opened === null ? undefined : styles.opened}
          onClick={() => onOpen(opened === null ? 'foot' : null)}
        >
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

/** The settings page where the cause of a failed session is fixed; null if only another attempt can help. */
function fixOfCause(status: ConversationStatus | undefined): string | null {
  return status?.session.phase === 'failed' && FIX_FOR[status.session.cause] !== null ? 'key' : null
}

/** The level of the microphone while somebody talks or may begin to, otherwise that of the voice. */
function Level({ view: { talk }, state }: { readonly view: OverlayView; readonly state: ShownState }) {
  const heard = isTalking(talk) || (talk.phase === 'open' && state === 'listening')
  const own = heard ? 'microphone' : state === 'speaking' ? 'speaker' : null
  if (own === null) return null
  const look = own === 'speaker' ? 'speak' : state === 'connecting' ? 'quiet' : 'listen'
  return (
    <span className={styles.level}>
      <LevelCanvas key={own} source={own} look={look} />
    </span>
  )
}

function stateWord({ status, muted }: OverlayView, state: ShownState, i18n: Translator): string {
  if (state === 'off') return muted ? i18n.t('overlay.muted') : 'Parley'
  if (state !== 'error') return i18n.t(`state.${state}`)
  return i18n.t(`cause.${status?.session.phase === 'failed' ? status.session.cause : 'internal'}.short`)
}

function lineOf(view: OverlayView, state: ShownState, now: number, i18n: Translator): string {
  const { status, talk, hotkey, look: seen, muted, voice, question } = view
  if (state === 'off' && muted) return i18n.t('overlay.mutedLine')
  if (state === 'speaking' && !muted) return i18n.t('overlay.speaking')
  const talkKey = talkKeyOf(hotkey, seen.operatingSystem)
  return secondLine(
    {
      state,
      status: status ?? undefined,
      talk,
      talkKey,
      keys: keySentence(talkKey.keys, seen.operatingSystem, i18n),
      runningTool: voice.runningTool,
      question: question === null ? null : makeVisible(i18n.of(question.question)),
      narrow: true,
      muted,
      microphoneMuted: false,
      voiceInterrupts: view.voiceInterrupts,
      now,
    },
    i18n,
  )
}
