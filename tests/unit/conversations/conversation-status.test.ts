import { expect, it } from 'vitest'
import { createStatusTracker } from '../../../src/main/conversations/conversation-status'
import { createFakeClock } from '../../support/fake-clock'

it('the time to the first sound counts from the user’s last act, with the tools that ran since', () => {
  const clock = createFakeClock()
  const status = createStatusTracker('conversation-1', clock, () => {})
  status.userTurnEnded()
  clock.advance(90_000)
  // the approval is answered
  status.userTurnEnded()
  clock.advance(400)
  status.callAnswered()
  clock.advance(230)
  status.soundBegan()
  expect(status.current().firstSoundMs).toBe(630)
  // a call that ends behind the answer is no act of the user
  status.callAnswered()
  clock.advance(5000)
  status.soundBegan()
  expect(status.current().firstSoundMs).toBe(630)
})
