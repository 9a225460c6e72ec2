/** What ends sight when the user says it, without spaces and punctuation, in lower case. */
const STOPS = [
  ...['stoplooking', 'stopwatching', 'stopshowing', 'stopsharing', 'dontlook', 'donotlook', 'dontwatch', 'lookaway', 'closeyoureyes'],
  ...['見ないで', 'みないで', '見るのをやめて', '見るのやめて', '見せるのをやめ', '見せるのやめ', '画面共有をやめ', '画面共有を止め'],
  ...['共有を停止', '共有をやめ'],
]

/** Whether the user asks Gemini to stop looking. It may be said in the middle of more; too much ends sight too soon, and harms nobody. */
export function saysStopLooking(text: string): boolean {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
  return STOPS.some((stop) => letters.includes(stop))
}
