import { type ChaosFindings, checkChaos } from './chaos-check'
import { type ChaosWishes, chaosConversation } from './chaos-conversation'

/** Counts over all conversations of a run; all but the first two must be 0. */
export interface ChaosCounts {
  readonly seed: number
  readonly conversations: number
  readonly faults: Readonly<Record<string, number>>
  readonly lost: number
  readonly duplicated: number
  readonly effectsTwice: number
  readonly unanswered: number
  readonly unhandled: number
  readonly openSockets: number
  readonly unusable: number
}

const BAD = ['lost', 'duplicated', 'effectsTwice', 'unanswered', 'unhandled', 'openSockets', 'unusable'] as const

/** Runs `count` conversations with the seeds from `seed` on. `report` gets a line for each in which something bad happened. */
export async function runChaos(
  { seed, count, ...wishes }: ChaosWishes & { readonly seed: number; readonly count: number },
  report: (line: string) => void = () => {},
): Promise<ChaosCounts> {
  const faults: Record<string, number> = {}
  const bad = { lost: 0, duplicated: 0, effectsTwice: 0, unanswered: 0, unhandled: 0, openSockets: 0, unusable: 0 }
  for (let index = 0; index < count; index += 1) {
    const record = await chaosConversation(seed + index, wishes)
    for (const fault of record.faults) faults[fault] = (faults[fault] ?? 0) + 1
    const findings = checkChaos(record)
    for (const kind of BAD) bad[kind] += findings[kind].length
    if (isBad(findings)) report(describe(seed + index, findings, record.faults))
  }
  return { seed, conversations: count, faults: sorted(faults), ...bad }
}

/** Whether nothing bad was counted. */
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
