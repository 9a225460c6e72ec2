import { CircleStop } from 'lucide-react'
import { useId } from 'react'
import type { ConversationStatus, TalkState } from '../../shared/ipc/schemas'
import { type ShownState, shownState } from '../../shared/talk/shown-state'
import { isHandsFree, isTalking } from '../../shared/talk/talk-facts'
import { whatStops } from '../../shared/talk/what-stops'
import { fixOfSession } from '../app/banner-facts'
import { FixButton } from '../app/fix-button'
import { useI18n } from '../i18n/i18n-provider'
import type { Translator } from '../i18n/translate'
import { SightButton } from '../sight/sight-button'
import { useApp, useServices } from '../state/context'
import { currentStatus, firstApprovalOf, isLost } from '../state/selectors'
import { Button, IconButton } from '../ui/button'
import { timeLeft } from '../ui/format'
import { keySentence } from '../ui/key-cap'
import { useNow } from '../ui/use-now'
import { useLayout } from '../ui/use-width'
import { CaptionsButton } from './captions-button'
import { DockMenu } from './dock-menu'
import { HandsFreeButton } from './hands-free-button'
import { LevelCanvas } from './level-canvas'
import { MicrophoneMuteButton } from './microphone-mute-button'
import { MicrophonePicker } from './microphone-picker'
import { MusicButton } from './music-button'
import { MuteButton } from './mute-button'
import { runningToolName } from './running-tool'
import { secondLine } from './status-detail'
import { stopNames } from './stop-names'
import { TalkButton } from './talk-button'
import { talkKeyOf } from './talk-key'
import styles from './talk-row.module.css'

/** State, level and the voice controls; a change of the state moves none of them. */
export function TalkRow() {
  const i18n = useI18n()
  const { actions } = useServices()
  const wordId = useId()
  const narrow = useLayout() === 'column'
  const conversationId = useApp((state) => state.currentConversationId)
  const status = useApp(currentStatus)
  const talk = useApp((state) => state.talk)
  const hotkey = useApp((state) => state.hotkey)
  const muted = useApp((state) => state.muted)
  const voiceInterrupts = useApp((state) => state.settings.voiceInterrupts)
  const microphoneMuted = useApp((state) => state.microphoneMuted)
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  const question = useApp((state) => firstApprovalOf(state, conversationId))
  const runningTool = useApp((state) => runningToolName(conversationId === null ? undefined : state.threads[conversationId]))
  const lost = useApp(isLost)
  const state = shownState(status, talk)
  const ticking = talk.phase !== 'idle' || state === 'thinking' || state === 'waiting' || state === 'reconnecting'
  const now = useNow(1000, ticking)
  const talkKey = talkKeyOf(hotkey, operatingSystem)
  const keys = keySentence(talkKey.keys, operatingSystem, i18n)
  const line = secondLine(
    {
      state,
      status,
      talk,
      talkKey,
      keys,
      runningTool,
      question: question === null ? null : i18n.of(question.question),
      narrow,
      muted,
      microphoneMuted,
      voiceInterrupts,
      now,
    },
    i18n,
  )
  const stop = whatStops(status, talk)
  const noSession = status === undefined || status.session.phase === 'off' || status.session.phase === 'failed'
  const quiet = noSession && talk.phase === 'idle' && stop !== 'interrupt'

  const runStop = () => {
    if (conversationId === null || stop === null) return
    if (stop === 'cancel-talk' || stop === 'end-hands-free') actions.cancelTalk()
    else if (stop === 'interrupt') actions.interrupt(conversationId)
    else actions.stopSession(conversationId)
  }

  return (
    <div className={styles.row} inert={lost}>
      <TalkButton state={state} talking={talk.phase !== 'idle'} wordId={wordId} />
      <div className={styles.words} id={wordId}>
        <p className={styles.word}>
          {stateWord({ state, status, microphoneMuted }, i18n)}
          {state === 'waiting' && question !== null && <span className={styles.time}> · {timeLeft(question.expiresAt - now)}</span>}
        </p>
        <p className={`${styles.line} ${state === 'waiting' ? styles.oneLine : ''}`}>{line}</p>
      </div>
      {!quiet && state !== 'error' && <Level state={state} talk={talk} />}
      <MusicButton />
      {!narrow && <SightButton />}
      {quiet && state !== 'error' && (
        <span className={styles.picker}>
          <MicrophonePicker look="plain" />
        </span>
      )}
      {state === 'error' && conversationId !== null && <SessionRemedy conversationId={conversationId} />}
      {muted && <MuteButton />}
      {isHandsFree(talk) || microphoneMuted ? <MicrophoneMuteButton /> : (!narrow || quiet) && <HandsFreeButton />}
      {!quiet && state !== 'error' && (
        <>
          {!narrow && <CaptionsButton />}
          <IconButton label={i18n.t(stopNames[stop ?? 'end-session'])} disabled={stop === null} onClick={runStop}>
            <CircleStop size={17} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </>
      )}
      <DockMenu />
    </div>
  )
}

function Level({ state, talk }: { readonly state: ShownState; readonly talk: TalkState }) {
  if (talk.phase === 'idle' && state !== 'speaking') return null
  if (!isTalking(talk) && (talk.phase === 'idle' || state === 'speaking'))
    return <LevelCanvas key="speaker" source="speaker" look="speak" />
  return <LevelCanvas key="microphone" source="microphone" look={state === 'connecting' ? 'quiet' : 'listen'} />
}

/** The button that fixes why the session failed, or tries again. */
function SessionRemedy({ conversationId }: { readonly conversationId: string }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const fix = useApp(fixOfSession)
  if (fix !== null) return <FixButton fix={fix} />
  return <Button onClick={() => actions.retrySession(conversationId)}>{i18n.t('app.retry')}</Button>
}

interface StateWordFacts {
  readonly state: ShownState
  readonly status: ConversationStatus | undefined
  readonly microphoneMuted: boolean
}

function stateWord({ state, status, microphoneMuted }: StateWordFacts, i18n: Translator): string {
  if (state === 'off' && microphoneMuted) return i18n.t('state.microphoneMuted')
  if (state !== 'error') return i18n.t(`state.${state}`)
  return i18n.t(`cause.${status?.session.phase === 'failed' ? status.session.cause : 'internal'}.short`)
}
