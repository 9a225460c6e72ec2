/** What happens to a turn's sound, told at the sample where it happens. `end` and `flush` are a turn's last. */
export type PlaybackEventKind = 'start' | 'stall' | 'resume' | 'flush' | 'end'

export interface PcmEngineSettings {
  readonly sampleRate: number
  /** Called inside `push`, `end`, `flush` and `process`. `position`: samples of the turn played by then. */
  readonly onEvent?: (kind: PlaybackEventKind, turnId: string, position: number) => void
}

/** The account of one turn; `played + dropped + buffered = pushed`. */
export interface TurnAccount {
  readonly pushed: number
  readonly played: number
  readonly dropped: number
  readonly buffered: number
  readonly position: number
}
