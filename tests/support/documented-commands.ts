import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a person reads who wants to use or change Parley. Decisions tell what was done once. */
const documents: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync('docs').map((name) => join('docs', name)),
  ...readdirSync('examples').map((name) => join('examples', name, 'README.md')),
]

const command = /^(?:[A-Z_]+=\S+ )*(?:npm (?:start|test|run )|npx |node )/

/**
 * The commands that the documents tell people to type, as they stand there, without the comment behind them: those in spans of code and
 * those that are a line of a block of code. Each once.
 */
export function documentedCommands(): readonly string[] {
  const found = new Set<string>()
  for (const file of documents) {
    if (!file.endsWith('.md')) continue
    for (const code of codeIn(readIfThere(file))) if (command.test(code)) found.add(code.replace(/\s+#.*$/, '').trim())
  }
  return [...found].sort()
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function codeIn(text: string): readonly string[] {
  const withoutComments = text.replace(/<!--.*?-->/gs, '')
  const lines = withoutComments.split('\n').map((line) => line.trim())
  const spans = [...withoutComments.matchAll(/`([^`\n]+)`/g)].map(([, span]) => (span ?? '').trim())
  return [...lines, ...spans]
}
