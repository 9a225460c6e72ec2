import { cpSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createChance } from '../../support/chaos/chance'
import { Choices } from '../../support/choices'
import { choosingModel } from '../../support/choosing-model'
import { startGateway } from '../../support/gateway-rig'
import { interleavedAgent } from '../../support/interleaved-agent'
import { interleavedChat } from '../../support/interleaved-chat'
import { interleavedTanstack } from '../../support/interleaved-tanstack'
import { decideInWindow, type World } from '../../support/interleavings'
import { jumpingClock } from '../../support/jumping-clock'
import { paperDesktop } from '../../support/paper-desktop'
import { PATIENCE, sized } from '../../support/scale'
import { tempFolder } from '../../support/temp-folder'

/** Another one in each run; the name of the test contains it, and the variable sets it again. */
const SEED = Number(process.env.PARLEY_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
const BATCHES = sized(5, 1)
const AT_ONCE = sized(25, 9)
/** Which program has a thread. */
const KINDS = [interleavedChat, interleavedAgent, interleavedTanstack]

/** What happens to all threads of a batch. */
type Event = 'nothing' | 'expiry' | 'restart' | 'kill'

for (const event of ['nothing', 'expiry', 'restart', 'kill'] as const)
  test(`threads of clients end equal to Parley’s, valid and final, with ${event} in between (PARLEY_FUZZ_SEED=${SEED})`, {
    timeout: PATIENCE,
  }, async () => {
    const random = createChance(SEED).next
    for (let number = 0; number < BATCHES; number += 1) await batch(random, `${event}-${number}`, event)
  })

async function batch(random: () => number, name: string, event: Event): Promise<void> {
  const wishes = await choosingModel()
  const written: string[] = []
  const clock = jumpingClock()
  const desktop = paperDesktop({ writeClipboard: (text) => Promise.resolve(void written.push(text)) })
  const options = { ...wishes, clock, desktop, limits: { closing: 20, requests: 1_000_000, abandoned: 600_000 } }
  let rig = await startGateway(options)
  const world: World = { rig, decide: (toolCallIds, approved) => decideInWindow(rig, toolCallIds, approved), written }
  const runs = Array.from({ length: AT_ONCE }, (_, index) => ({
    client: (KINDS[index % KINDS.length] ?? interleavedChat)(world, `${name}-${index}`),
    choices: new Choices(Uint8Array.from({ length: 200 }, () => random() * 256)),
  }))
  const someSteps = (): Promise<unknown> =>
    Promise.all(
      runs.map(async ({ client, choices }) => {
        for (let steps = choices.below(4); steps > 0; steps -= 1) await client.step(choices)
      }),
    )
  await Promise.all(
    runs.map(({ client, choices }) => {
      const calls = Array.from({ length: 1 + choices.below(3) }, () => choices.of('copy', 'copy', 'music', 'where'))
      return client.begin(`${client.name}: ${calls.join(' ')}`)
    }),
  )
  await someSteps()
  switch (event) {
    case 'nothing':
      break
    case 'expiry':
      clock.jump(121_000)
      break
    case 'restart':
    case 'kill': {
      const { app, port, headers } = rig
      // what a kill at this moment leaves
      const left = event === 'kill' ? copyOf(app.userDataFolder) : app.userDataFolder
      await app.stop()
      rig = await startGateway({ ...options, port, userDataFolder: left, name: 'second' })
      world.rig = { ...rig, headers }
      break
    }
  }
  await someSteps()
  await Promise.all(runs.map(({ client }) => client.finish()))
  const problems = await Promise.all(runs.map(({ client }) => client.problems()))
  for (const [index, { client }] of runs.entries()) expect.soft(problems[index], `${client.name}: ${client.steps().join(', ')}`).toEqual([])
  expect(written.length).toBe(new Set(written).size)
  await rig.app.stop()
}

function copyOf(folder: string): string {
  const copy = tempFolder()
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') })
  return copy
}
