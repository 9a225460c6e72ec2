/** A text of at most `longest` UTF-16 units, ending with `…` if it was cut; never splits a character. */
export function firstCharacters(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\ud800-\udbff]$/u, '')}…`
}
