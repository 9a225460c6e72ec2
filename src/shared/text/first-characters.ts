/** A text of no more UTF-16 units than `longest`, and a `…` where it goes on; no sign is cut in two. */
export function firstCharacters(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\ud800-\udbff]$/u, '')}…`
}
