/** The sum over the number: what is rare and dear, such as collecting garbage, counts as much as it took. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
