import type { PolicyRule } from './policy-rule'

/** The list that decides: what Parley always denies, then the user's rules in their order, then the other rules that Parley brings. */
export function orderedRules(builtIn: readonly PolicyRule[], user: readonly PolicyRule[]): readonly PolicyRule[] {
  return [...builtIn.filter(({ effect }) => effect === 'deny'), ...user, ...builtIn.filter(({ effect }) => effect !== 'deny')]
}
