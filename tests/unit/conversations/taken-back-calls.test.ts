import { describe, expect, test, vi } from 'vitest'
import { type ConversationBench, conversationBench } from '../../support/conversation-bench'
import { type Transfers, transferTool } from '../../support/transfer-tool'

const transfer = (id: string) => ({ id, name: 'transfer', args: { amount: 5 } })
const cancel = (...ids: readonly string[]) => ({ toolCallCancellation: { ids } })
const takenBack = 'Gemini took the call back.'

/** A tool that waits for the test before or after its effect. */
function bench(at: 'before' | 'after', approval: 'ask' | 'allow' = 'allow') {
  const transfers: Transfers & { made: { toolCallId: string; amount: number }[] } = { made: [] }
  let reached = false
  let goOn: () => void = () => {}
  const wait = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const stop = async (): Promise<void> => {
    reached = true
    await wait
  }
  const world = conversationBench({ rules: [], tools: () => [transferTool(transfers, { approval, [at]: stop })] })
  world.session({ phase: 'ready', since: 0 })
  return { ...world, transfers, reached: () => vi.waitFor(() => expect(reached).toBe(true)), goOn: () => goOn() }
}

function allow({ queue }: Pick<ConversationBench, 'queue'>): void {
  const [asked] = queue.open()
  if (asked === undefined) throw new Error('nothing is asked')
  expect(queue.decide({ approvalId: asked.approvalId, inputHash: asked.inputHash, approved: true }).ok).toBe(true)
}

describe('a call that the model withdraws, with nothing else pending, leaves the page idle and says how it ended:', () => {
  test('while it waits for the user, the approval is removed and nothing was done', async () => {
    const world = bench('before', 'ask')
    world.call(transfer('a'))
    expect(world.conversation.status().activity).toBe('waiting')
    world.receive(cancel('a'))
    expect(world.conversation.status().activity).toBe('idle')
    expect(world.queue.open()).toEqual([])
    expect(await world.toolParts()).toMatchObject([{ state: 'output-error', errorText: takenBack }])
    expect(world.transfers.made).toEqual([])
  })

  test('allowed but not begun, nothing was done, and the thread says so', async () => {
    const world = bench('before', 'ask')
    world.call(transfer('a'))
    allow(world)
    world.receive(cancel('a'))
    expect(world.conversation.status().activity).toBe('idle')
    world.goOn()
    await vi.waitFor(async () => {
      const [part] = await world.toolParts()
      expect(part).toMatchObject({ state: 'output-error', errorText: expect.stringMatching(/taken back/) })
    })
    expect(world.transfers.made).toEqual([])
    expect(world.statuses()).toEqual(['waiting'])
  })

  test('while it runs and has done nothing yet, it was stopped', async () => {
    const world = bench('before')
    world.call(transfer('a'))
    await world.reached()
    expect(world.conversation.status().activity).toBe('thinking')
    world.receive(cancel('a'))
    expect(world.conversation.status().activity).toBe('idle')
    world.goOn()
    const stopped = 'The call was taken back while it ran, and was stopped.'
    await vi.waitFor(async () => expect(await world.toolParts()).toMatchObject([{ state: 'output-error', errorText: stopped }]))
    expect(world.transfers.made).toEqual([])
    expect(world.statuses()).toEqual([])
  })

  test('while it runs and has had its effect, the thread shows that it was done, and the model gets no result', async () => {
    const world = bench('after')
    world.call(transfer('a'))
    await world.reached()
    world.receive(cancel('a'))
    expect(world.conversation.status().activity).toBe('idle')
    world.goOn()
    await vi.waitFor(async () => expect(await world.toolParts()).toMatchObject([{ state: 'output-available', output: { moved: 5 } }]))
    expect(world.transfers.made).toHaveLength(1)
    expect(world.statuses()).toEqual([])
  })

  test('after its result was sent, its result stays', async () => {
    const world = bench('before')
    world.call(transfer('a'))
    world.goOn()
    await vi.waitFor(() => expect(world.statuses()).toEqual(['done']))
    world.receive(cancel('a'))
    expect(world.conversation.status().activity).toBe('idle')
    expect(await world.toolParts()).toMatchObject([{ state: 'output-available', output: { moved: 5 } }])
  })

  test.each(['the run has ended', 'its picture is read'] as const)(
    'finished but not sent, when %s, the thread shows what it did, and the model gets no result',
    async (moment) => {
      const transfers: Transfers & { made: { toolCallId: string; amount: number }[] } = { made: [] }
      let atMoment: () => void = () => {}
      const world = conversationBench({
        rules: [],
        tools: () => [transferTool(transfers, { approval: 'allow' })],
        toolsOver: (runner) => ({
          ...runner,
          async run(call, signal) {
            const outcome = await runner.run(call, signal)
            if (moment === 'the run has ended') atMoment()
            return outcome
          },
          pictureOf(toolCallId) {
            if (moment === 'its picture is read') atMoment()
            return runner.pictureOf(toolCallId)
          },
        }),
      })
      world.session({ phase: 'ready', since: 0 })
      const reached = vi.fn(() => world.receive(cancel('a')))
      atMoment = reached
      world.call(transfer('a'))
      await vi.waitFor(() => expect(reached).toHaveBeenCalledOnce())
      await vi.waitFor(async () => expect(await world.toolParts()).toMatchObject([{ state: 'output-available', output: { moved: 5 } }]))
      expect(transfers.made).toHaveLength(1)
      expect(world.conversation.status().activity).toBe('idle')
      expect(world.statuses()).toEqual([])
    },
  )

  test('of two that wait for the user, only it is withdrawn; the other still needs approval, runs and is answered', async () => {
    const world = bench('before', 'ask')
    world.goOn()
    world.call(transfer('a'), { ...transfer('b'), args: { amount: 6 } })
    world.receive(cancel('a'))
    expect(world.conversation.status().activity).toBe('waiting')
    expect(world.queue.open().map(({ input }) => input)).toEqual([{ amount: 6 }])
    allow(world)
    await vi.waitFor(() => expect(world.statuses()).toEqual(['waiting', 'waiting', 'done']))
    expect(world.answers.at(-1)?.modelCallId).toBe('b')
    expect(world.transfers.made.map(({ amount }) => amount)).toEqual([6])
    expect(await world.toolParts()).toMatchObject([
      { state: 'output-error', errorText: takenBack },
      { state: 'output-available', output: { moved: 6 } },
    ])
  })

  test('of two that run, only it is stopped; the other ends and is answered', async () => {
    const world = bench('before')
    world.call(transfer('a'), { ...transfer('b'), args: { amount: 6 } })
    await world.reached()
    world.receive(cancel('a'))
    expect(world.conversation.status().activity).toBe('thinking')
    world.goOn()
    await vi.waitFor(() => expect(world.statuses()).toEqual(['done']))
    expect(world.answers.map(({ modelCallId }) => modelCallId)).toEqual(['b'])
    expect(world.transfers.made.map(({ amount }) => amount)).toEqual([6])
  })

  test('under an unknown id, the running call continues', async () => {
    const world = bench('before')
    world.call(transfer('a'))
    await world.reached()
    world.receive(cancel('nobody'))
    expect(world.conversation.status().activity).toBe('thinking')
    world.goOn()
    await vi.waitFor(() => expect(world.statuses()).toEqual(['done']))
  })
})
