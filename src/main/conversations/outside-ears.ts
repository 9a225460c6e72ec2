import type { PlacedChunk } from '../../shared/protocol/chunks'

/** The user's answer to a question, as it is written into the thread; null takes the question back. */
export interface ThreadAnswer {
  readonly messageId: string
  readonly approvalId: string
  readonly approved: boolean | null
}

/** Who follows one conversation beside the window, and may take its sound and its page's calls. */
export interface OutsideEars {
  chunk(placed: PlacedChunk): void
  answer(answer: ThreadAnswer): void
  /** True while the sound goes to a client instead of to the window. */
  takesSound(): boolean
  /** True while a client speaks here: its response ends once everything in it waits for somebody, and not before. */
  speaks(): boolean
  /** Whether a call of this tool is run by a client: the response pauses for it. */
  runs(toolName: string): boolean
  /** A call that a client was given before a restart is taken up: the client is the one who speaks here, as it was. */
  takesUp(): void
  /** Whether the client has handed in what came of this call. */
  answered(toolCallId: string): boolean
}

/** Nobody follows. */
export const noEars: OutsideEars = {
  chunk: () => undefined,
  answer: () => undefined,
  takesSound: () => false,
  speaks: () => false,
  runs: () => false,
  takesUp: () => undefined,
  answered: () => false,
}
