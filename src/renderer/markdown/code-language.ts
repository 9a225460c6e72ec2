/** Names that are not written with one capital at their beginning, by the word that models write. */
const names: ReadonlyMap<string, string> = new Map([
  ...['css', 'csv', 'html', 'js', 'json', 'jsx', 'php', 'sql', 'toml', 'ts', 'tsx', 'xml', 'yaml', 'yml'].map(
    (word) => [word, word.toUpperCase()] as const,
  ),
  ['c++', 'C++'],
  ['cpp', 'C++'],
  ['csharp', 'C#'],
  ['javascript', 'JavaScript'],
  ['powershell', 'PowerShell'],
  ['typescript', 'TypeScript'],
])

/** The name of a programming language as people write it, from the word on a code block: `SQL`, `Python`, `TypeScript`. */
export function codeLanguageName(word: string): string {
  const lower = word.toLowerCase()
  return names.get(lower) ?? lower.charAt(0).toUpperCase() + word.slice(1)
}
