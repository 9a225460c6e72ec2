const isSmall = process.env.PARLEY_BENCH_SIZE === 'small'

/**
 * How much of something a bench takes. `PARLEY_BENCH_SIZE=small` only tries whether the bench still runs: it does all that it does so
 * few times that its figures mean nothing.
 */
export function sized<Amount>(full: Amount, small: Amount): Amount {
  return isSmall ? small : full
}
