import type { Reading } from '../../shared/ipc/reading'
import type { Activity, ConversationStatus, SessionState } from '../../shared/ipc/schemas'
import type { ReplyModality } from '../../shared/ipc/text-choices'
import type { Clock } from '../../shared/lib/clock'
import type { UsageTotals } from './usage-totals'

/** The models of one conversation, by the kind of their answers. */
export interface ModelNames {
  readonly spoken: string
  readonly written: string
}

/** The live status of one conversation, sent whole after each change. */
export interface StatusTracker {
  current(): ConversationStatus
  /** `written`: the text model is active. */
  session(state: SessionState, written: boolean): void
  /** The user's turn was sent: the model is working from now on. */
  userTurnEnded(): void
  /** The model got the result of a call, and works on. */
  callAnswered(): void
  /** The first audio of a turn was sent to the page. */
  soundBegan(): void
  soundEnded(): void
  /** Whether the model is working, or will be once it is reached. */
  isWorking(): boolean
  /** The model's turn is over, or nobody waits for it any more. */
  turnEnded(): void
  /** The model waits for more speech, until something else happens. */
  awaitsSpeech(): void
  openApprovals(count: number): void
  /** What is being read aloud; null: nothing. */
  reading(reading: Reading | null): void
  /** Tokens and cost changed. */
  usage(totals: Pick<UsageTotals, 'total' | 'cost'>): void
  /** Duration of the speech waiting to be sent again, in ms. */
  unsentSpeech(durationMs: number): void
  /** `replyModality`: who answers typed text; `pictures`: whether with pictures. Null where the user has no choice. */
  model(names: ModelNames, replay: ConversationStatus['replay'], replyModality: ReplyModality | null, pictures: boolean | null): void
}

/**
 * Creates the tracker; `show` receives the whole status after each change. If several states hold, an open approval wins, then speech,
 * then work.
 */
export function createStatusTracker(conversationId: string, clock: Clock, show: (status: ConversationStatus) => void): StatusTracker {
  let status: ConversationStatus = {
    conversationId,
    session: { phase: 'off' },
    activity: 'idle',
    activitySince: clock.now(),
    model: '',
    firstSoundMs: null,
    usage: null,
    cost: null,
    startedAt: null,
    replay: null,
  }
  let names: ModelNames = { spoken: '', written: '' }
  let isWritten = false
  let working = false
  let sounding = false
  let questions = 0
  let userTurnEndedAt: number | null = null

  function update(changes: Partial<ConversationStatus>): void {
    const session = changes.session ?? status.session
    // the model can't work on input that has not reached it
    const connected = session.phase === 'ready'
    const activity: Activity = questions > 0 ? 'waiting' : sounding ? 'speaking' : working && connected ? 'thinking' : 'idle'
    const next: ConversationStatus = { ...status, ...changes, activity }
    if (activity !== status.activity) next.activitySince = clock.now()
    if (JSON.stringify(next) === JSON.stringify(status)) return
    status = next
    show(status)
  }

  /** The model that is on the line; while none is, the one that typed words go to. */
  function modelOf(session: SessionState, { replyModality, pictures }: Pick<ConversationStatus, 'replyModality' | 'pictures'>): string {
    const written = session.phase === 'off' ? replyModality === 'text' || pictures === true : isWritten
    return written ? names.written : names.spoken
  }

  return {
    current: () => status,
    session(state, written) {
      isWritten = written
      if (state.phase === 'off' || state.phase === 'failed') {
        working = false
        sounding = false
      }
      const startedAt = state.phase === 'off' ? null : (status.startedAt ?? clock.now())
      update({ session: state, startedAt, ...(state.phase !== 'ready' && { awaitsSpeech: undefined }), model: modelOf(state, status) })
    },
    userTurnEnded() {
      working = true
      userTurnEndedAt = clock.now()
      update({ awaitsSpeech: undefined })
    },
    callAnswered() {
      working = true
      update({ awaitsSpeech: undefined })
    },
    soundBegan() {
      const firstSoundMs = userTurnEndedAt === null ? status.firstSoundMs : clock.now() - userTurnEndedAt
      userTurnEndedAt = null
      sounding = true
      update({ firstSoundMs, awaitsSpeech: undefined })
    },
    soundEnded() {
      sounding = false
      update({})
    },
    isWorking: () => working,
    turnEnded() {
      working = false
      // what is read aloud later is no first sound of this answer
      userTurnEndedAt = null
      update({})
    },
    awaitsSpeech() {
      working = false
      update({ awaitsSpeech: true })
    },
    openApprovals(count) {
      questions = count
      update({})
    },
    reading: (reading) => update({ reading: reading ?? undefined }),
    usage: ({ total, cost }) => update({ usage: total(), cost: cost() }),
    unsentSpeech: (durationMs) => update({ unsentSpeechMs: durationMs }),
    model(now, replay, replyModality, pictures) {
      names = now
      const choices = { replyModality, pictures: pictures ?? undefined }
      update({ replay, ...choices, model: modelOf(status.session, choices) })
    },
  }
}
