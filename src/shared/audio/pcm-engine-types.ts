/** What happens to a turn's sound, reported at the sample where it happens. `end` or `flush` is a turn's last event. */
export type PlaybackEventKind = 'start' | 'stall' | 'resume' | 'flush' | 'end'

export interface PcmEngineSettings {
  readonly sampleRate: number
  /** Called inside `push`, `end`, `flush` and `process`. `position`: samples of the turn played so far. */
  readonly onEvent?: (kind: PlaybackEventKind, turnId: string, position: number) => void
}

/** Sample counts of one turn; `played + dropped + buffered = pushed`. */
export interface TurnAccount {
  readonly pushed: number
  readonly played: number
  readonly dropped: number
  readonly buffered: number
  readonly position: number
}
