import type { Chance } from './chance'
import type { ChaosLine } from './chaos-line'
import { NUMBERS_APART } from './chaos-line'
import { modelWords, type Said, textOf } from './chaos-record'
import type { ChaosWorld } from './chaos-world'
import type { VirtualClock } from './virtual-clock'

/** How long the user waits for an answer before saying something else. */
const PATIENCE_MS = 240_000

export interface ChaosTalkOptions {
  readonly world: ChaosWorld
  readonly line: ChaosLine
  readonly clock: VirtualClock
  readonly chance: Chance
  readonly turns: number
}

/**
 * The user in one conversation: what is said in it, and when something else is done. Resolves when the last question is
 * answered.
 */
export async function talkInChaos({ world, line, clock, chance, turns }: ChaosTalkOptions): Promise<void> {
  const { record, tap, place } = line
  let count = place * NUMBERS_APART

  const conversation = () => world.registry.open(line.conversationId)
  const phase = () => conversation().status().session.phase

  async function atHand(): Promise<void> {
    while (world.isBusy()) await clock.runUntil(() => !world.isBusy(), PATIENCE_MS)
  }

  function note(spoken: boolean): Said {
    count += 1
    const said = { word: `say-${count}`, spoken, cancelled: false, stopped: false, dropped: false }
    record.said.push(said)
    tap.cutShort()
    return said
  }

  function type(): void {
    const { word } = note(false)
    conversation().sendText(word)
  }

  async function speak(): Promise<void> {
    const said = note(true)
    const now = conversation()
    now.prepareSpeech()
    now.beginSpeech()
    record.speaks = true
    const pcm = new Uint8Array(Int16Array.from({ length: 1_600 }, () => count).buffer)
    for (let piece = chance.between(3, 8); piece > 0; piece -= 1) {
      now.audio(pcm)
      await clock.run(100)
    }
    said.cancelled = chance.happens(0.1)
    if (said.cancelled) now.cancelSpeech()
    else now.endSpeech()
    record.speaks = false
  }

  async function settle(): Promise<void> {
    await clock.runUntil(() => isSettled(world, line), PATIENCE_MS)
    for (let press = 0; press < 3 && phase() === 'failed'; press += 1) {
      await clock.run(chance.between(500, 5_000))
      await atHand()
      conversation().retry()
      await clock.runUntil(() => isSettled(world, line), PATIENCE_MS)
    }
    await atHand()
  }

  for (let turn = 1; turn <= turns; turn += 1) {
    if (chance.happens(0.6)) type()
    else await speak()
    if (chance.happens(0.25)) {
      await clock.run(chance.between(0, 3_000))
      await atHand()
      await meddle()
    }
    await settle()
    if (chance.happens(0.3)) await clock.run(chance.between(0, 120_000))
    await atHand()
  }
  line.calmDown()
  await settle()
  record.finishing = true
  record.usable = await isAnswered()
  await settle()

  /** Whether a last question gets a complete answer. */
  async function isAnswered(): Promise<boolean> {
    if (phase() === 'failed') conversation().retry()
    type()
    for (let press = 0; press < 3; press += 1) {
      await clock.runUntil(() => isAnsweredNow() || phase() === 'failed', PATIENCE_MS)
      if (phase() !== 'failed') break
      await atHand()
      conversation().retry()
    }
    return clock.runUntil(isAnsweredNow, PATIENCE_MS)
  }

  function isAnsweredNow(): boolean {
    const messages = conversation().messages()
    const asked = messages.findIndex((message) => message.role === 'user' && textOf(message).includes(`say-${count}`))
    const answers = messages.slice(asked + 1).filter(({ role }) => role === 'assistant')
    return asked >= 0 && answers.some((message) => modelWords(textOf(message)).length > 0) && isSettled(world, line)
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
      tap.cutShort()
      const last = record.said.at(-1)
      if (last !== undefined) last.stopped = true
      drop(line, () => true)
      conversation().interrupt()
    } else if (what === 'speak') await speak()
    else if (what === 'type') type()
    else if (what !== 'restart') await world.changeSettings(what)
    else {
      // the talk key is not held while the app is closed
      const somebodySpeaks = () => world.isBusy() || world.lines.some((one) => one.record.speaks)
      while (somebodySpeaks()) await clock.runUntil(() => !somebodySpeaks(), PATIENCE_MS)
      // there are no more faults when the last question is asked
      if (world.lines.some((one) => one.record.finishing)) return
      for (const one of world.lines) drop(one, ({ spoken }) => spoken)
      await world.restart()
    }
  }
}

/** Speech that has not reached the model need not reach it any more. */
function drop({ record }: ChaosLine, which: (said: Said) => boolean): void {
  for (const said of record.said) if (!record.reached.has(said.word) && which(said)) said.dropped = true
}

function isSettled(world: ChaosWorld, { conversationId, sounding }: ChaosLine): boolean {
  if (world.isBusy()) return false
  const { session, activity } = world.registry.open(conversationId).status()
  if (session.phase === 'failed' || session.phase === 'off') return true
  const asked = world.gate.queue.open().some((approval) => approval.conversationId === conversationId)
  return session.phase === 'ready' && activity === 'idle' && !sounding() && !asked
}
