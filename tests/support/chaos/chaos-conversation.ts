import { createChance } from './chance'
import type { Sabotage } from './chaos-app'
import { chaosFaults } from './chaos-faults'
import { type ChaosRecord, emptyRecord, modelWords, type Said, textOf } from './chaos-record'
import { type ChaosWorld, createChaosWorld } from './chaos-world'
import { createVirtualClock, type VirtualClock } from './virtual-clock'

/** How long somebody waits for an answer before saying something else. */
const PATIENCE_MS = 240_000

/** How one conversation is played beside its seed. */
export interface ChaosWishes {
  readonly sabotage?: Sabotage
  /** Gets a line for everything that happens. */
  readonly trace?: (line: string) => void
}

/** Plays one conversation from its seed: what is said, what goes wrong, and when. */
export async function chaosConversation(seed: number, wishes: ChaosWishes = {}): Promise<ChaosRecord> {
  const { sabotage = {}, trace = () => {} } = wishes
  const chance = createChance(seed)
  const clock = createVirtualClock()
  const record = emptyRecord()
  const turns = chance.between(2, 5)
  const faults = chaosFaults(chance, turns)
  const world = createChaosWorld({ chance, clock, turns: turns * 8 + 60, faults, record, sabotage, trace })
  trace(`faults ${JSON.stringify(faults)}`)
  let count = 0

  const conversation = () => world.registry.open(world.conversationId)
  const phase = () => conversation().status().session.phase

  function type(): void {
    count += 1
    record.said.push({ word: `say-${count}`, spoken: false, cancelled: false, stopped: false, dropped: false })
    world.tap.cutShort()
    conversation().sendText(`say-${count}`)
  }

  async function speak(): Promise<void> {
    count += 1
    const said = { word: `say-${count}`, spoken: true, cancelled: false, stopped: false, dropped: false }
    record.said.push(said)
    world.tap.cutShort()
    const now = conversation()
    now.prepareSpeech()
    now.beginSpeech()
    const pcm = new Uint8Array(Int16Array.from({ length: 1_600 }, () => count).buffer)
    for (let piece = chance.between(3, 8); piece > 0; piece -= 1) {
      now.audio(pcm)
      await clock.run(100)
    }
    said.cancelled = chance.happens(0.1)
    if (said.cancelled) now.cancelSpeech()
    else now.endSpeech()
  }

  async function settle(): Promise<void> {
    await clock.runUntil(() => isSettled(world), PATIENCE_MS)
    for (let press = 0; press < 3 && phase() === 'failed'; press += 1) {
      await clock.run(chance.between(500, 5_000))
      conversation().retry()
      await clock.runUntil(() => isSettled(world), PATIENCE_MS)
    }
  }

  const silence = watchFaults(record)
  for (let turn = 1; turn <= turns; turn += 1) {
    if (chance.happens(0.6)) type()
    else await speak()
    if (chance.happens(0.25)) {
      await clock.run(chance.between(0, 3_000))
      await meddle()
    }
    await settle()
    if (chance.happens(0.3)) await clock.run(chance.between(0, 120_000))
  }
  world.calmDown()
  await settle()
  record.usable = await isAnswered(world, clock, type, () => `say-${count}`)
  await settle()
  await world.close()
  await clock.run(5_000)
  silence()
  return record

  function drop(which: (said: Said) => boolean): void {
    for (const said of record.said) if (!record.reached.has(said.word) && which(said)) said.dropped = true
  }

  async function meddle(): Promise<void> {
    const what = chance.pick<'stop' | 'speak' | 'type' | 'restart' | 'voice' | 'model' | 'key'>([
      'stop',
      'speak',
      'type',
      'restart',
      'voice',
      'model',
      'key',
    ])
    if (what === 'stop') {
      world.tap.cutShort()
      const last = record.said.at(-1)
      if (last !== undefined) last.stopped = true
      drop(() => true)
      conversation().interrupt()
    } else if (what === 'speak') await speak()
    else if (what === 'type') type()
    else if (what === 'restart') {
      drop(({ spoken }) => spoken)
      await world.restart()
    } else await world.changeSettings(what)
  }
}

function isSettled(world: ChaosWorld): boolean {
  const { session, activity } = world.registry.open(world.conversationId).status()
  if (session.phase === 'failed' || session.phase === 'off') return true
  return session.phase === 'ready' && activity === 'idle' && !world.sounding() && world.gate.queue.open().length === 0
}

/** Whether a last question is answered, and answered in full. */
async function isAnswered(world: ChaosWorld, clock: VirtualClock, ask: () => void, word: () => string): Promise<boolean> {
  const conversation = world.registry.open(world.conversationId)
  if (conversation.status().session.phase === 'failed') conversation.retry()
  ask()
  for (let press = 0; press < 3; press += 1) {
    await clock.runUntil(() => isAnsweredNow() || conversation.status().session.phase === 'failed', PATIENCE_MS)
    if (conversation.status().session.phase !== 'failed') break
    conversation.retry()
  }
  return clock.runUntil(isAnsweredNow, PATIENCE_MS)

  function isAnsweredNow(): boolean {
    const messages = world.registry.open(world.conversationId).messages()
    const asked = messages.findIndex((message) => message.role === 'user' && textOf(message).includes(word()))
    const answers = messages.slice(asked + 1).filter(({ role }) => role === 'assistant')
    return asked >= 0 && answers.some((message) => modelWords(textOf(message)).length > 0) && isSettled(world)
  }
}

/** Writes down what nobody handles; gives the end of it. */
function watchFaults(record: ChaosRecord): () => void {
  const note = (error: unknown): void => void record.unhandled.push(String(error))
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
  return () => {
    process.off('unhandledRejection', note)
    process.off('uncaughtException', note)
  }
}
