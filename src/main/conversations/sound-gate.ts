/** Follows which turn sounds now, from the first audio handed to the page until it is played out or cut. */
export interface SoundGate {
  /** Audio of this turn goes to the page. */
  sent(turnId: string): void
  /** The page has played so far; `done` when nothing of the turn is left. */
  played(turnId: string, done: boolean): void
  /** Ends the sound; gives the turn that was cut, or null when it was quiet. */
  cut(): string | null
}

/** `began` and `ended` are told once per sounding turn. */
export function createSoundGate(began: () => void, ended: () => void): SoundGate {
  let sounding: string | null = null
  const over = new Set<string>()

  function end(turnId: string): void {
    over.add(turnId)
    sounding = null
    ended()
  }

  return {
    sent(turnId) {
      if (sounding === turnId || over.has(turnId)) return
      if (sounding !== null) end(sounding)
      sounding = turnId
      began()
    },
    played(turnId, done) {
      if (done && sounding === turnId) end(turnId)
    },
    cut() {
      const turnId = sounding
      if (turnId !== null) end(turnId)
      return turnId
    },
  }
}
