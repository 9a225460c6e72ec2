import { afterEach, expect, it } from 'vitest'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { beginTalk, endTalk, sayFrame } from '../support/speak-to-app'

let app: InProcessApp | null = null

afterEach(() => app?.remove())

const answers = (running: InProcessApp) =>
  running.told('stream.chunk').filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish').length

/** Says something that was never recorded, and waits for the answer. */
async function say(running: InProcessApp): Promise<void> {
  const before = answers(running)
  const talkId = await beginTalk(running)
  for (let frame = 0; frame < 20; frame += 1) await sayFrame(running, talkId, 7)
  await endTalk(running, talkId)
  await running.until(() => answers(running) > before)
}

it('a user who speaks to a recording is told once that it can’t hear words, and which recording it is', async () => {
  const running = await startInProcess({ fixtures: [await bundledFixture('weather'), await bundledFixture('payment')], speed: 50 })
  app = running
  const { conversationId } = await running.call('conversation.create', null)
  const notices = () => running.told('notice.shown')
  await say(running)
  expect(notices()).toMatchObject([{ kind: 'not-heard', conversationId, detail: 'weather' }])
  await running.call('notice.dismiss', { noticeId: notices()[0]?.noticeId ?? '' })
  await say(running)
  expect(notices()).toHaveLength(1)
})

it('there is no such notice if one recording answers any speech', async () => {
  const running = await startInProcess({ fixtures: [await bundledFixture('weather')], speed: 50 })
  app = running
  await running.call('conversation.create', null)
  await say(running)
  expect(running.told('notice.shown')).toEqual([])
})
