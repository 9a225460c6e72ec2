/** What the session itself reads in a server message; the converter reads the rest. */
export interface FrameFacts {
  /** A handle with which this session can be resumed. */
  readonly handle: string | null
  /** The server will close soon; the time left is null when it doesn't say. */
  readonly goAway: { readonly timeLeftMs: number | null } | null
  /** The model answers: content, a transcript, a call, or the end of generation. */
  readonly answers: boolean
  /** The frame contains part of an answer: content, a transcript, or a call. The end of an answer alone does not count. */
  readonly says: boolean
  /** The frame contains only thoughts: the answer is still to come. */
  readonly thinks: boolean
  readonly interrupted: boolean
  readonly turnComplete: boolean
  /** The whole answer was generated; its end may still take as long as its playback. */
  readonly generated: boolean
  /** The turn's status as the server reports it in addition; null without one. */
  readonly status: 'idle' | 'working' | null
  /** The model waits for more speech before it answers. */
  readonly waitsForInput: boolean
  /** The conversation progressed: input, output, a call or a cancellation. */
  readonly moves: boolean
  readonly calls: readonly { readonly id: string | null; readonly name: string }[]
  readonly cancelledIds: readonly string[]
}

/** Facts of the frames that somebody still holds: session and conversation read each frame once between them. */
const known = new WeakMap<object, FrameFacts>()

/** Reads a Live server message (live-spec §1.4) of unknown shape; what isn't as documented counts as absent. */
export function frameFacts(frame: unknown): FrameFacts {
  if (!isRecord(frame)) return factsOf({})
  const before = known.get(frame)
  if (before !== undefined) return before
  const facts = factsOf(frame)
  known.set(frame, facts)
  return facts
}

function factsOf(message: UnknownRecord): FrameFacts {
  const content = record(message.serverContent)
  const resumption = record(message.sessionResumptionUpdate)
  const calls = list(record(message.toolCall).functionCalls).map(record)
  const says = calls.length > 0 || isRecord(content.modelTurn) || isRecord(content.outputTranscription)
  // The status is inside serverContent or next to it; REQUIRES_ACTION is the old name of IDLE (live-spec §2, §7).
  const status = content.interactionStatus ?? message.interactionStatus
  return {
    handle:
      resumption.resumable === true && typeof resumption.newHandle === 'string' && resumption.newHandle !== ''
        ? resumption.newHandle
        : null,
    goAway: isRecord(message.goAway) ? { timeLeftMs: durationMs(message.goAway.timeLeft) } : null,
    answers: says || content.generationComplete === true,
    says,
    thinks: says && calls.length === 0 && !isRecord(content.outputTranscription) && isAllThought(content.modelTurn),
    interrupted: content.interrupted === true,
    turnComplete: content.turnComplete === true,
    generated: content.generationComplete === true,
    status: typeof status !== 'string' ? null : status === 'IN_PROGRESS' ? 'working' : 'idle',
    waitsForInput: content.waitingForInput === true,
    moves:
      isRecord(message.serverContent) ||
      isRecord(message.toolCall) ||
      isRecord(message.toolCallCancellation) ||
      isRecord(message.voiceActivity),
    calls: calls.map((call) => ({
      id: typeof call.id === 'string' && call.id !== '' ? call.id : null,
      name: typeof call.name === 'string' ? call.name : '',
    })),
    cancelledIds: list(record(message.toolCallCancellation).ids).filter((id) => typeof id === 'string'),
  }
}

type UnknownRecord = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function record(value: unknown): UnknownRecord {
  return isRecord(value) ? value : {}
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isAllThought(modelTurn: unknown): boolean {
  const parts = list(record(modelTurn).parts).map(record)
  return parts.length > 0 && parts.every(({ thought }) => thought === true)
}

/** Milliseconds of a protobuf duration such as `9.5s`, or null. */
function durationMs(value: unknown): number | null {
  const seconds = typeof value === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(value)?.[1] : undefined
  return seconds === undefined ? null : Number(seconds) * 1000
}
