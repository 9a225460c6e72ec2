import { expect, test } from 'vitest'
import { Choices } from '../../support/choices'
import { choosingModel } from '../../support/choosing-model'
import { startGateway } from '../../support/gateway-rig'
import { interleavedChat } from '../../support/interleaved-chat'
import { type InterleavedClient, storedThread, type World } from '../../support/interleavings'
import { jumpingClock } from '../../support/jumping-clock'
import { paperDesktop } from '../../support/paper-desktop'
import { scaled } from '../../support/scale'

/** Another one in each run; the name of the test contains it, and the variable sets it again. */
const SEED = Number(process.env.PARLEY_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
const RUNS = scaled(250, 25)
const AT_ONCE = 25

test(`threads of chat clients end equal to Parley’s, valid and final, whatever happens in which order (PARLEY_FUZZ_SEED=${SEED})`, {
  timeout: 600_000,
}, async () => {
  const random = randomFrom(SEED)
  for (let first = 0; first < RUNS; first += AT_ONCE) await batch(random, first, Math.min(AT_ONCE, RUNS - first))
})

async function batch(random: () => number, first: number, count: number): Promise<void> {
  const wishes = await choosingModel()
  const written: string[] = []
  const clock = jumpingClock()
  const desktop = paperDesktop({ writeClipboard: (text) => Promise.resolve(void written.push(text)) })
  const limits = { closing: 20, requests: 1_000_000, abandoned: 600_000 }
  const rig = await startGateway({ ...wishes, clock, desktop, limits })
  const world: World = { rig, written }
  const runs = Array.from({ length: count }, (_, index) => ({
    client: interleavedChat(world, `run-${first + index}`),
    choices: new Choices(Uint8Array.from({ length: 200 }, () => random() * 256)),
    log: [] as string[],
  }))
  await Promise.all(
    runs.map(async ({ client, choices }) => {
      const calls = Array.from({ length: 1 + choices.below(3) }, () => choices.of('copy', 'copy', 'music', 'where'))
      await client.begin(`${client.name}: ${calls.join(' ')}`)
      for (let steps = choices.below(7); steps > 0; steps -= 1) await client.step(choices)
      await client.finish()
    }),
  )
  for (const { client } of runs) expect(await problemsOf(world, client), client.name).toEqual([])
  expect(written.length).toBe(new Set(written).size)
  await world.rig.app.stop()
}

async function problemsOf(world: World, client: InterleavedClient): Promise<readonly string[]> {
  const stored = await storedThread(world, client.name)
  const open = stored.flatMap(({ calls }) => calls).filter(({ isOpen }) => isOpen)
  return [
    ...(await client.problems(stored)),
    ...open.map(({ id }) => `${id} is open`),
    ...(client.requests() > 60 ? [`${client.requests()} requests`] : []),
  ]
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
