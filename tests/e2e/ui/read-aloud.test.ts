import { describe, expect, it } from 'vitest'
import { answerMessage, userMessage } from '../../support/ui-messages'
import { callsOf, emit } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, replayStatus } from '../../support/ui-worlds'

const stage = uiStage()
const placed = { conversationId: 'conversation-0', messageId: 'answer-1' }

describe('reading an answer aloud', () => {
  it('begins by key, shows that sound is made and played, stops by the same button and by Esc, and says why it failed', async () => {
    const answer = answerMessage('answer-1', [{ type: 'text', text: 'It is due today.', state: 'done' }])
    const world = makeWorld({ messages: [userMessage('user-1', 'When is it due?'), answer] })
    const { page, complaints, close } = await stage.open(world, { width: 1000, height: 700 })
    await page.getByRole('button', { name: 'Read aloud' }).press('Enter')
    await expect.poll(() => callsOf(page, 'answer.readAloud')).toEqual([placed])
    const reading = (phase: 'loading' | 'speaking') =>
      emit(
        page,
        'conversation.status',
        replayStatus({ activity: phase === 'speaking' ? 'speaking' : 'idle', reading: { messageId: 'answer-1', phase } }),
      )
    await reading('loading')
    await page.keyboard.press('Escape')
    await expect.poll(() => callsOf(page, 'turn.interrupt')).toHaveLength(1)
    await reading('speaking')
    await page.getByRole('button', { name: 'Stop reading aloud' }).click()
    await expect.poll(() => callsOf(page, 'turn.interrupt')).toHaveLength(2)
    await emit(page, 'conversation.status', replayStatus({ reading: { messageId: 'answer-1', phase: 'failed', cause: 'key-missing' } }))
    await page.getByRole('alert').getByText('Reading aloud needs a Gemini API key.').waitFor()
    await page.getByRole('button', { name: 'Read aloud' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
