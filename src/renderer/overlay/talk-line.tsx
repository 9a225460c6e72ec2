import { ArrowUpRight, CircleStop, EarOff, X } from 'lucide-react'
import type { Client } from '../../shared/ipc/client'
import type { OverlayView } from '../../shared/ipc/small-window-calls'
import { type ShownState, shownState } from '../../shared/talk/shown-state'
import { isTalking } from '../../shared/talk/talk-facts'
import { whatStops } from '../../shared/talk/what-stops'
import { makeVisible } from '../../shared/text/make-visible'
import type { Translator } from '../i18n/translate'
import { useWords } from '../i18n/words'
import { Badge } from '../ui/badge'
import { Button, IconButton } from '../ui/button'
import { timeLeft } from '../ui/format'
import { keySentence } from '../ui/key-cap'
import { useTick } from '../ui/use-now'
import { LevelCanvas } from '../voice/level-canvas'
import { secondLine } from '../voice/second-line'
import { StateGlyph } from '../voice/state-glyph'
import { stopNames } from '../voice/stop-names'
import look from '../voice/talk-button.module.css'
import { talkKeyOf } from '../voice/talk-key'
import styles from './overlay.module.css'

interface TalkLineProps {
  readonly view: OverlayView
  readonly client: Client
  onReview(): void
}

/** State, level and stop on one line; a question anywhere shows as waiting, unless the user is talking. */
export function TalkLine({ view, client, onReview }: TalkLineProps) {
  const words = useWords()
  const { talk, question } = view
  const status = view.status ?? undefined
  const own = shownState(status, talk)
  const state: ShownState = question !== null && (own === 'off' || own === 'thinking' || own === 'connecting') ? 'waiting' : own
  const now = useTick(Date.now, 1000, state !== 'off' && state !== 'error')
  const stop = whatStops(status, talk)
  const silent = state === 'off' && view.muted
  const openParley = () =>
    void client.call('overlay.showParley', { approvalId: state === 'waiting' ? (question?.approvalId ?? null) : null })
  const line = lineOf(view, state, now, words)
  return (
    <div className={styles.line}>
      <button
        type="button"
        className={`${look.button} ${look[silent ? 'thinking' : state]} ${styles.disc}`}
        aria-label={words.say(talk.phase === 'idle' ? 'dock.talk' : 'dock.talkStop')}
        aria-pressed={talk.phase !== 'idle'}
        onClick={() => void client.call('talk.toggle', null)}
      >
        {silent ? <EarOff size={20} strokeWidth={2} aria-hidden /> : <StateGlyph state={state} />}
      </button>
      <button type="button" className={styles.words} title={words.say('overlay.open')} onClick={openParley}>
        <span className={styles.state}>
          {stateWord(view, state, words)}
          {state === 'waiting' && question !== null && <span className={styles.time}> · {timeLeft(question.expiresAt - now)}</span>}
          {view.questions > 1 && <Badge count={view.questions} label={words.count('sidebar.openQuestions', view.questions)} />}
        </span>
        <span className={styles.meta}>{line}</span>
      </button>
      <Level view={view} state={state} />
      {state === 'waiting' && question !== null && (
        <Button className={styles.act} onClick={onReview}>
          {words.say('overlay.review')}
        </Button>
      )}
      {silent && (
        <Button className={styles.act} onClick={() => void client.call('overlay.mute', { muted: false })}>
          {words.say('overlay.unmute')}
        </Button>
      )}
      {((state === 'off' && !silent) || state === 'error') && (
        <IconButton label={words.say('overlay.open')} onClick={openParley}>
          <ArrowUpRight size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      {stop !== null && state !== 'error' && state !== 'off' && state !== 'waiting' && (
        <IconButton label={words.say(stopNames[stop])} onClick={() => void client.call('overlay.stop', null)}>
          <CircleStop size={17} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      {((state === 'off' && !silent) || state === 'error') && (
        <IconButton label={words.say('overlay.dismiss')} onClick={() => void client.call('overlay.dismiss', null)}>
          <X size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

/** The microphone while somebody talks, else the voice that speaks. */
function Level({ view: { talk }, state }: { readonly view: OverlayView; readonly state: ShownState }) {
  const own = isTalking(talk) ? 'microphone' : state === 'speaking' ? 'speaker' : null
  if (own === null) return null
  const look = own === 'speaker' ? 'speak' : state === 'connecting' ? 'quiet' : 'listen'
  return (
    <span className={styles.level}>
      <LevelCanvas key={own} source={own} look={look} />
    </span>
  )
}

function stateWord({ status, muted }: OverlayView, state: ShownState, words: Translator): string {
  if (state === 'off') return muted ? words.say('overlay.muted') : 'Parley'
  if (state !== 'error') return words.say(`state.${state}`)
  return words.say(`cause.${status?.session.phase === 'failed' ? status.session.cause : 'internal'}.short`)
}

function lineOf(view: OverlayView, state: ShownState, now: number, words: Translator): string {
  const { status, talk, hotkey, look: seen, muted, voice, question } = view
  if (state === 'off' && muted) return words.say('overlay.mutedLine')
  if (state === 'speaking' && !muted) return words.say('overlay.speaking')
  const talkKey = talkKeyOf(hotkey, seen.operatingSystem)
  return secondLine(
    {
      state,
      status: status ?? undefined,
      talk,
      talkKey,
      keys: keySentence(talkKey.keys, seen.operatingSystem, words),
      runningTool: voice.runningTool,
      question: question === null ? null : makeVisible(words.of(question.question)),
      narrow: true,
      muted,
      voiceInterrupts: view.voiceInterrupts,
      now,
    },
    words,
  )
}
