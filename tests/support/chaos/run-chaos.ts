import { type ChaosFindings, checkChaos } from './chaos-check'
import { type ChaosOptions, playChaos } from './play-chaos'

/** Counts over all conversations of a run; violations must be 0. */
export interface ChaosCounts {
  readonly seed: number
  /** Played seeds, each with one world of conversations. */
  readonly worlds: number
  readonly conversations: number
  readonly faults: Readonly<Record<string, number>>
  readonly lost: number
  readonly duplicated: number
  readonly mixed: number
  readonly effectsTwice: number
  readonly unanswered: number
  readonly unhandled: number
  readonly openSockets: number
  readonly unusable: number
}

const BAD = ['lost', 'duplicated', 'mixed', 'effectsTwice', 'unanswered', 'unhandled', 'openSockets', 'unusable'] as const

/**
 * Plays the worlds of the seeds from `seed` on, until `count` conversations have ended. `report` gets a line for each
 * failed one.
 */
export async function runChaos(
  { seed, count, ...wishes }: ChaosOptions & { readonly seed: number; readonly count: number },
  report: (line: string) => void = () => {},
): Promise<ChaosCounts> {
  const faults: Record<string, number> = {}
  const bad = { lost: 0, duplicated: 0, mixed: 0, effectsTwice: 0, unanswered: 0, unhandled: 0, openSockets: 0, unusable: 0 }
  let worlds = 0
  let conversations = 0
  for (; conversations < count; worlds += 1) {
    const records = await playChaos(seed + worlds, wishes)
    conversations += records.length
    for (const record of records) {
      for (const fault of record.faults) faults[fault] = (faults[fault] ?? 0) + 1
      const others = records.filter((other) => other !== record)
      const findings = checkChaos(record, others)
      for (const kind of BAD) bad[kind] += findings[kind].length
      if (isBad(findings)) report(describe(seed + worlds, findings, record.faults))
    }
  }
  return { seed, worlds, conversations, faults: sorted(faults), ...bad }
}

/** Whether there were no violations. */
export function isClean(counts: ChaosCounts): boolean {
  return BAD.every((kind) => counts[kind] === 0)
}

function isBad(findings: ChaosFindings): boolean {
  return BAD.some((kind) => findings[kind].length > 0)
}

function describe(seed: number, findings: ChaosFindings, faults: readonly string[]): string {
  const found = BAD.flatMap((kind) => (findings[kind].length > 0 ? [`${kind}: ${findings[kind].join('; ')}`] : []))
  return `seed ${seed} (${[...new Set(faults)].join(', ') || 'no fault'}): ${found.join(' · ')}`
}

function sorted(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1)))
}
