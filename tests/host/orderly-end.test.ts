import { afterEach, describe, expect, it } from 'vitest'
import { stopInOrder } from '../../src/main/app/shutdown'
import { startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** An app with an open payment approval. */
async function askingApp() {
  const troubles: string[] = []
  const fixture = await bundledFixture('payment')
  const app = await startInProcess({
    fixtures: [fixture],
    speed: 50,
    onTrouble: (event, facts) => troubles.push(`${event} ${String(facts?.error)}`),
  })
  cleanups.push(() => app.remove())
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: fixture.prompt.en })
  await app.until(() => app.told('approval.changed').length > 0)
  const [question] = app.told('approval.changed')
  if (question === undefined) throw new Error('nothing was asked')
  return {
    app,
    fixture,
    conversationId,
    troubles,
    answer: { approvalId: question.approvalId, inputHash: question.inputHash, approved: true },
  }
}

describe('the app ends in order', () => {
  it('an answer that comes while it ends or after its end does not count, changes nothing, and the approval waits for the next start', async () => {
    const { app, fixture, conversationId, troubles, answer } = await askingApp()
    const ending = app.stop()
    await expect(app.call('approval.decide', answer)).rejects.toThrow('approval-closed')
    expect((await app.call('approval.decideAll', { decisions: [answer] })).results).toMatchObject([{ code: 'approval-closed' }])
    await ending
    await expect(app.call('approval.decide', answer)).rejects.toThrow('app-closed')
    await expect(app.call('text.send', { conversationId, text: 'Are you there?' })).rejects.toThrow('app-closed')
    expect(troubles.filter((trouble) => !trouble.includes('approval-closed') && !trouble.includes('Parley is closing'))).toEqual([])
    const next = await startInProcess({ fixtures: [fixture], userDataFolder: app.userDataFolder })
    cleanups.push(() => next.stop())
    expect((await next.call('app.bootstrap', null)).approvals).toMatchObject([{ approvalId: answer.approvalId, state: 'requested' }])
  })

  it('a call that runs when it ends has its end stored', async () => {
    const { app, fixture, troubles, answer } = await askingApp()
    await app.call('approval.decide', answer)
    await app.stop()
    expect(troubles).toEqual([])
    const next = await startInProcess({ fixtures: [fixture], userDataFolder: app.userDataFolder })
    cleanups.push(() => next.stop())
    const [executed, ...more] = (await next.call('audit.list', { limit: 50 })).entries.filter(({ event }) => event.kind === 'executed')
    expect(executed?.event).toMatchObject({ outcome: 'done' })
    expect(more).toEqual([])
  })

  it('every step runs once, whatever the previous one does', async () => {
    const taken: string[] = []
    const troubles: unknown[] = []
    const step = (name: string) => async () => void taken.push(name)
    const stop = stopInOrder(
      [
        step('first'),
        () => {
          throw new Error('broken')
        },
        () => Promise.reject(new Error('broken too')),
        step('last'),
      ],
      (error) => troubles.push(error),
    )
    await Promise.all([stop(), stop()])
    expect(taken).toEqual(['first', 'last'])
    expect(troubles).toEqual([new Error('broken'), new Error('broken too')])
  })
})
