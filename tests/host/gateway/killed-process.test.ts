import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createChance } from '../../support/chaos/chance'
import { Choices } from '../../support/choices'
import { choosingModel } from '../../support/choosing-model'
import { freePort } from '../../support/free-port'
import { interleavedChat } from '../../support/interleaved-chat'
import type { World } from '../../support/interleavings'
import { PATIENCE, sized } from '../../support/scale'
import { tempFolder } from '../../support/temp-folder'

/** Another one in each run; the name of the test contains it, and the variable sets it again. */
const SEED = Number(process.env.PARLEY_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Only in a long run: each kill takes half a minute. */
const KILLS = sized(12, 0)
const AT_ONCE = 3

const openedSchema = z.object({ gateway: z.object({ url: z.string(), token: z.string() }) })

/** `parley serve` in a process of its own, over this folder. */
async function serve(folder: string, port: number) {
  const files = ['--data', join(folder, 'data'), '--token-file', join(folder, 'token')]
  const child = spawn(process.execPath, [resolve('bin/parley.mjs'), 'serve', '--gateway', String(port), ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, GEMINI_API_KEY: 'a-key-for-tests' },
  })
  onTestFinished(() => kill(child))
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const { url, token } = openedSchema.parse(JSON.parse(String(line))).gateway
  return { child, rig: { url: new URL(url).origin, headers: { authorization: `Bearer ${token}` } } }
}

/** With SIGKILL: the process can do nothing about it. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

test(`chats end equal to Parley’s, valid and final, over kills of its process (PARLEY_FUZZ_SEED=${SEED})`, {
  timeout: PATIENCE,
}, async () => {
  await choosingModel()
  const random = createChance(SEED).next
  const folder = tempFolder()
  const port = await freePort()
  for (let number = 0; number < KILLS; number += 1) {
    const { child, rig } = await serve(folder, port)
    // nobody is at its window
    const world: World = { rig, decide: () => Promise.resolve(), written: [] }
    const runs = Array.from({ length: AT_ONCE }, (_, index) => ({
      client: interleavedChat(world, `kill-${number}-${index}`),
      choices: new Choices(Uint8Array.from({ length: 200 }, () => random() * 256)),
    }))
    const begun = runs.map(async ({ client, choices }) => {
      const calls = Array.from({ length: 1 + choices.below(3) }, () => choices.of('copy', 'music', 'where'))
      await client.begin(`${client.name}: ${calls.join(' ')}`)
      for (let steps = choices.below(4); steps > 0; steps -= 1) await client.step(choices)
    })
    // once one of them is done, the others are anywhere in theirs
    await Promise.race(begun)
    await kill(child)
    await Promise.all(begun)
    const next = await serve(folder, port)
    world.rig = next.rig
    await Promise.all(runs.map(({ client }) => client.finish()))
    const problems = await Promise.all(runs.map(({ client }) => client.problems()))
    for (const [index, { client }] of runs.entries())
      expect.soft(problems[index], `${client.name}: ${client.steps().join(', ')}`).toEqual([])
    await kill(next.child)
  }
})
