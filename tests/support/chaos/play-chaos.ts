import { createChance } from './chance'
import type { Sabotage } from './chaos-app'
import { talkInChaos } from './chaos-conversation'
import { aimedCut, chaosFaults } from './chaos-faults'
import { type ChaosRecord, emptyRecord } from './chaos-record'
import { createChaosWorld } from './chaos-world'
import { createVirtualClock } from './virtual-clock'

/** Share of worlds with more than one conversation. */
const SHARED = 0.15
/** Share of conversations in which the model is cut off in the middle of a sentence, besides other faults. */
const CUT_OFF = 0.15
/** Separates the random numbers of a seed from those of its other conversations. */
const APART = 0x5bd1e995

/** Options of one world besides its seed. */
export interface ChaosOptions {
  readonly sabotage?: Sabotage
  /** Gets a line for every event. */
  readonly trace?: (line: string) => void
}

/** Plays the conversations of a seed, all at once: their input, their faults, and when. */
export async function playChaos(seed: number, { sabotage = {}, trace = () => {} }: ChaosOptions = {}): Promise<readonly ChaosRecord[]> {
  const clock = createVirtualClock()
  const chance = createChance(seed)
  const company = createChance((seed ^ APART) >>> 0)
  const count = company.happens(SHARED) ? company.between(2, 3) : 1
  const parts = Array.from({ length: count }, (_, place) => {
    const own = place === 0 ? chance : createChance(company.between(0, 2 ** 31))
    const turns = own.between(2, 5)
    const faults = [...chaosFaults(own, turns), ...(company.happens(CUT_OFF) ? [aimedCut(company, turns)] : [])]
    trace(`faults ${JSON.stringify(faults)}`)
    return { chance: own, turns, faults, record: emptyRecord() }
  })
  const records = parts.map(({ record }) => record)
  const silence = watchFaults(records)
  const longer = parts.map((part) => ({ ...part, turns: part.turns * 8 + 60 }))
  const world = createChaosWorld({ chance, clock, parts: longer, sabotage, trace })
  await Promise.all(
    world.lines.map((line, place) => {
      const part = parts[place]
      return part === undefined ? undefined : talkInChaos({ world, line, clock, chance: part.chance, turns: part.turns })
    }),
  )
  await world.close()
  await clock.run(5_000)
  silence()
  return records
}

/** Records unhandled errors; returns the function that stops it. */
function watchFaults([record]: readonly ChaosRecord[]): () => void {
  const note = (error: unknown): void => void record?.unhandled.push(String(error))
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
  return () => {
    process.off('unhandledRejection', note)
    process.off('uncaughtException', note)
  }
}
