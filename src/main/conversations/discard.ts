/** Whether what the model says now is passed by, because the user stopped that answer or took the words back. */
export interface Discard {
  begin(): void
  isOn(): boolean
  /** The turn is complete: what comes now is another answer. */
  turnCompleted(): void
  /** The rest of the answer is lost with its connection. */
  connectionLost(): void
  /** The same words are said to another connection: it will answer them once more. */
  wordsRepeated(): void
  end(): void
}

export function createDiscard(): Discard {
  let on = false
  let wasOn = false
  const end = (): void => {
    on = false
    wasOn = false
  }

  return {
    begin() {
      on = true
    },
    isOn: () => on,
    turnCompleted: end,
    connectionLost() {
      wasOn ||= on
      on = false
    },
    wordsRepeated() {
      on = wasOn
    },
    end,
  }
}
