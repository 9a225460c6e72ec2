import type { JsonObject } from '../../shared/lib/json'
import { RecentMap } from '../../shared/lib/recent-map'
import type { MainTool } from '../tool-calls/tools/main-tool'

/** The most tools of servers that are declared to the model, and the most characters of their declarations (about 20,000 tokens). */
export const mostDeclared = 40
export const mostDeclaredCharacters = 80_000
/** The most tools that one search adds. */
export const mostFound = 8
/** Conversations whose found tools are remembered. */
const CONVERSATIONS = 100

/** A tool of a server, as far as its declaration is concerned. */
type DeclarableTool = Pick<MainTool, 'name' | 'description' | 'parameters'>

/** Which tools of servers the model gets: all if they are few; otherwise the first ones and those that it looked for. */
export interface DeclaredTools {
  /** Whether tools are left out, so that the model needs a way to look for them. */
  leavesOut(tools: readonly DeclarableTool[]): boolean
  /** The names that are not declared in this conversation. */
  leftOut(tools: readonly DeclarableTool[], conversationId: string): ReadonlySet<string>
  /** From now on these are declared first in this conversation. */
  declare(names: readonly string[], conversationId: string): void
}

export function createDeclaredTools(): DeclaredTools {
  const found = new RecentMap<readonly string[]>(CONVERSATIONS)

  function leftOut(tools: readonly DeclarableTool[], first: readonly string[]): ReadonlySet<string> {
    const places = new Map(first.map((name, place) => [name, place]))
    const place = ({ name }: DeclarableTool) => places.get(name) ?? first.length
    const left = new Set<string>()
    let count = 0
    let characters = 0
    for (const tool of tools.toSorted((one, other) => place(one) - place(other))) {
      const size = sizeOf(tool)
      if (count >= mostDeclared || characters + size > mostDeclaredCharacters) {
        left.add(tool.name)
        continue
      }
      count += 1
      characters += size
    }
    return left
  }

  return {
    leavesOut: (tools) => leftOut(tools, []).size > 0,
    leftOut: (tools, conversationId) => leftOut(tools, found.get(conversationId) ?? []),
    declare(names, conversationId) {
      const before = found.get(conversationId) ?? []
      found.set(conversationId, [...names, ...before.filter((name) => !names.includes(name))].slice(0, mostDeclared))
    },
  }
}

const sizes = new WeakMap<JsonObject, number>()

function sizeOf({ name, description, parameters }: DeclarableTool): number {
  const known = parameters === null ? 0 : sizes.get(parameters)
  const size = known ?? JSON.stringify(parameters).length
  if (parameters !== null) sizes.set(parameters, size)
  return name.length + description.length + size
}

/**
 * The tools whose name or description has the most of these words, the best first, at most eight; none that has none of them. Words in the
 * name count more.
 */
export function searchTools(tools: readonly DeclarableTool[], words: string): readonly DeclarableTool[] {
  const wanted = [...new Set(words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
  return tools
    .map((tool) => {
      const name = tool.name.toLowerCase()
      const description = tool.description.toLowerCase()
      const points = wanted.reduce((sum, word) => sum + (name.includes(word) ? 3 : 0) + (description.includes(word) ? 1 : 0), 0)
      return { tool, points }
    })
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points)
    .slice(0, mostFound)
    .map(({ tool }) => tool)
}
