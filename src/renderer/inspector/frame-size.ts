/** The size of a frame as text: `86 B`, `4.1 kB`, `1.2 MB`. */
export function frameSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${unit}`
}
