import { type FaultDescription, type FaultName, listFaults } from '../../../src/main/replay/simulator/faults/catalogue'
import type { FaultChoice } from '../../../src/main/replay/simulator/faults/fault-choice'
import type { Chance } from './chance'

/** The limit of otherwise endless faults: the user must get through in the end. */
const LONGEST = 4
/** A transcript as late as that of the next speech could belong to either: no client could tell. */
const AFTER_ALL_IS_HEARD_MS: ReadonlyMap<FaultName, number> = new Map([['transcript-repeated', 500]])
const FATAL: ReadonlySet<FaultName> = new Set(['field-refused', 'model-unknown'])

/** One to four faults, each with its own connection, turn, number of times and moment, or none. */
export function chaosFaults(chance: Chance, turns: number): readonly FaultChoice[] {
  const [first, ...others] = listFaults()
  if (first === undefined || chance.happens(0.05)) return []
  return Array.from({ length: chance.between(1, 4) }, () => choice(chance, chance.pick([first, ...others]), turns))
}

/** The network fails in the middle of a sentence of the model. */
export function aimedCut(chance: Chance, turns: number): FaultChoice {
  return { fault: 'network-lost', times: 1, turn: chance.between(1, turns), set: { at: 'mid-answer', afterMs: chance.between(0, 150) } }
}

function choice(chance: Chance, { name, times, parameters }: FaultDescription, turns: number): FaultChoice {
  const moments =
    'at' in parameters && chance.happens(0.5)
      ? { at: chance.pick(['setup', 'ready', 'heard', 'answer', 'mid-answer', 'call', 'response', 'turn-end']) }
      : {}
  const delay =
    'afterMs' in parameters && chance.happens(0.3) ? { afterMs: (AFTER_ALL_IS_HEARD_MS.get(name) ?? 0) + chance.between(0, 3_000) } : {}
  const left = 'timeLeft' in parameters ? { timeLeft: `${chance.between(0, 60)}s` } : {}
  const until = 'until' in parameters && chance.happens(0.5) ? { until: 'nudge' } : {}
  const repeats = times === 'always' && !FATAL.has(name) ? chance.between(1, 40) : chance.between(1, LONGEST)
  return {
    fault: name,
    times: repeats,
    ...(chance.happens(0.3) && { turn: chance.between(1, turns) }),
    ...(chance.happens(0.15) && { connection: chance.between(1, 3) }),
    set: { ...moments, ...delay, ...left, ...until },
  }
}
