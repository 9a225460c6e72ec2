import { gridsDiffer, type LumaGrid } from './luma-grid'

/** The shortest time between two frames, in ms: Live models take at most one a second (live-spec §2 "Limits"). */
export const frameIntervalMs = 1000
/** An unchanged picture is sent again after this time, in ms. */
export const heartbeatMs = 30_000

/** Why a frame is sent: the picture changed, nothing changed for long, or the user begins or ends to say something. */
export const frameReasons = ['changed', 'heartbeat', 'asked'] as const
export type FrameReason = (typeof frameReasons)[number]

/** The last frame that passed the gate; `at` in ms. */
export interface FrameGate {
  readonly grid: LumaGrid | null
  readonly at: number
}

/** The gate before the first frame. */
export const newFrameGate: FrameGate = { grid: null, at: 0 }

/** The result of a look at the picture: the gate afterwards, and why this picture is sent; null: it is not. */
export interface GateStep {
  readonly gate: FrameGate
  readonly reason: FrameReason | null
}

/**
 * Decides whether the picture that is visible at `now` (ms) is sent. `asked`: it is, whatever was sent before; main keeps the interval
 * then. A clock that was set back does not stop the frames.
 */
export function stepFrameGate(gate: FrameGate, grid: LumaGrid, now: number, asked: boolean): GateStep {
  const reason = reasonOf(gate, grid, now, asked)
  return reason === null ? { gate, reason } : { gate: { grid, at: now }, reason }
}

function reasonOf({ grid: before, at }: FrameGate, grid: LumaGrid, now: number, asked: boolean): FrameReason | null {
  if (asked) return 'asked'
  if (before === null) return 'changed'
  const since = now - at
  if (since >= 0 && since < frameIntervalMs) return null
  if (gridsDiffer(before, grid)) return 'changed'
  return since < 0 || since >= heartbeatMs ? 'heartbeat' : null
}
