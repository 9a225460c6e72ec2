import type { Expectation } from '../../../shared/fixtures/fixture'
import type { FixturePosition } from './fixture-position'

/** The user's next turn, if the recording says that it cuts an answer short of which so much was sent; null otherwise. */
export function cutInAt(position: FixturePosition, sentSamples: number): Expectation | null {
  const { step } = position.nextUserTurn()
  const expectation = step?.kind === 'expect' ? step.expectation : undefined
  if (expectation?.kind !== 'audio' && expectation?.kind !== 'text') return null
  return expectation.cutsIn?.stops === true && sentSamples >= expectation.cutsIn.heardSamples ? expectation : null
}
