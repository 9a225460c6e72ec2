/** What the tray's icon says when the pointer rests on it. `locale`: the language of the user, for example `ja` or `en-GB`. */
export function trayWords(count: number, locale: string): string {
  if (count === 0) return 'Parley'
  if (locale.toLowerCase().startsWith('ja')) return `Parley：${count}件の確認が待っています`
  return count === 1 ? 'Parley: 1 question waits for you' : `Parley: ${count} questions wait for you`
}
