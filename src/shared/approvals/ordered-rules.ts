import type { PolicyRule } from './policy-rule'

/** All rules in the order in which they decide: Parley's denials, then the user's rules, then Parley's other rules. */
export function orderedRules(builtIn: readonly PolicyRule[], user: readonly PolicyRule[]): readonly PolicyRule[] {
  return [...builtIn.filter(({ effect }) => effect === 'deny'), ...user, ...builtIn.filter(({ effect }) => effect !== 'deny')]
}
