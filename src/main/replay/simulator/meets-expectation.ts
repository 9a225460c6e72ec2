import type { Expectation } from '../../../shared/fixtures/fixture'
import type { UserInput } from './player-types'

/** Whether the user's action matches what the recording waits for. */
export function satisfies(input: UserInput, expectation: Expectation): boolean {
  switch (expectation.kind) {
    case 'audio':
      return input.kind === 'speech' ? input.milliseconds >= expectation.minimumMs : expectation.only !== true
    case 'text':
      return input.kind === 'text' || expectation.only !== true
    case 'setup':
    case 'tool-response':
      return false
  }
}
