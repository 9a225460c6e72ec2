import type { LiveCapabilities } from './capabilities'
import type { LiveTool } from './live-setup'

/** The behavior declared for a tool; null if the model supports only one behavior and takes no declaration. */
export function toolBehavior(tool: Pick<LiveTool, 'blocking'>, { behaviors }: LiveCapabilities): 'BLOCKING' | 'NON_BLOCKING' | null {
  const wanted = tool.blocking ? 'BLOCKING' : 'NON_BLOCKING'
  if (behaviors.includes(wanted)) return wanted
  return behaviors.includes('NON_BLOCKING') ? 'NON_BLOCKING' : null
}

/** Names of the tools that are declared non-blocking to a model with these capabilities. */
export function nonBlockingTools(tools: readonly LiveTool[], capabilities: LiveCapabilities): readonly string[] {
  return tools.filter((tool) => toolBehavior(tool, capabilities) === 'NON_BLOCKING').map((tool) => tool.name)
}
