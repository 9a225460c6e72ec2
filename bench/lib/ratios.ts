import { z } from '../../src/shared/lib/zod'
import { amount, markdownTable } from './table'

/** A measurement divided by another of the same run: less is better, and the machine's own speed is not in it. */
export interface Ratio {
  /** what against what; the same in every run */
  readonly name: string
  readonly value: number
  /** part of `value` by which rounds differ (half of the middle half of them); 0 where there was one round only */
  readonly spread: number
}

/** A ratio with the bench that measured it. */
export type NamedRatio = Ratio & { readonly bench: string }

const ratio = { name: z.string(), value: z.number(), spread: z.number() }

/** What the result of a bench says about its ratios. */
export const ratiosSchema = z.object({ ratios: z.array(z.object(ratio)) })

/** A run that was kept: `bench-results/ratios.json`. */
export const keptRunSchema = z.object({ ratios: z.array(z.object({ bench: z.string(), ...ratio })) })

/** The medians of both, divided, and how much both differ between their rounds. */
export function ratioOf(name: string, measured: readonly number[], against: readonly number[]): Ratio {
  return { name, value: median(measured) / median(against), spread: spreadOf(measured) + spreadOf(against) }
}

/** The middle of `values` in their order; NaN if there is none. */
export function median(values: readonly number[]): number {
  return at(values, 0.5)
}

function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

function spreadOf(values: readonly number[]): number {
  return values.length < 2 ? 0 : (at(values, 0.75) - at(values, 0.25)) / 2 / median(values)
}

/** What the present run says about a ratio of a kept one. */
export type Verdict = 'new' | 'better' | 'same' | 'worse'

/** Differences within the spread of both runs are none. */
export function verdictOf(now: Ratio, kept: Ratio | undefined): Verdict {
  if (kept === undefined) return 'new'
  const noise = now.spread + kept.spread
  if (now.value > kept.value * (1 + noise)) return 'worse'
  return now.value < kept.value * (1 - noise) ? 'better' : 'same'
}

/** The ratios of this run as a table, beside those of a kept run if there is one. What got worse is marked. */
export function ratioTable(ratios: readonly NamedRatio[], kept: readonly NamedRatio[] | null): string {
  const head = kept === null ? ['ratio', 'now', 'spread'] : ['ratio', 'kept', 'now', 'spread', '']
  const rows = ratios.map((now) => {
    const [name, value, spread] = [`${now.bench}: ${now.name}`, amount(now.value), `± ${Math.round(100 * now.spread)} %`]
    if (kept === null) return [name, value, spread]
    const before = kept.find((one) => one.bench === now.bench && one.name === now.name)
    const verdict = verdictOf(now, before)
    return [name, before === undefined ? '–' : amount(before.value), value, spread, verdict === 'worse' ? '**worse**' : verdict]
  })
  return markdownTable(head, rows)
}
