import type { LiveCapabilities } from './capabilities'
import type { LiveTool } from './live-setup'

/** How a model with these capabilities is told to take a call of this tool; null: it knows one way alone, and is told nothing. */
export function toolBehavior(tool: Pick<LiveTool, 'blocking'>, { behaviors }: LiveCapabilities): 'BLOCKING' | 'NON_BLOCKING' | null {
  const wanted = tool.blocking ? 'BLOCKING' : 'NON_BLOCKING'
  if (behaviors.includes(wanted)) return wanted
  return behaviors.includes('NON_BLOCKING') ? 'NON_BLOCKING' : null
}

/** Names of the tools that a model with these capabilities is told not to wait for. */
export function nonBlockingTools(tools: readonly LiveTool[], capabilities: LiveCapabilities): readonly string[] {
  return tools.filter((tool) => toolBehavior(tool, capabilities) === 'NON_BLOCKING').map((tool) => tool.name)
}
