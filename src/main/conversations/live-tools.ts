import type { LiveTool } from '../models/live/live-setup'
import type { ToolRunner } from '../tool-calls/tool-runner'

/**
 * The tools of the runner as a Live session declares them: a question to the user may take minutes, so none of them blocks.
 * The model is not told of tools whose every call would be denied.
 */
export function liveTools(tools: ToolRunner, hidden: ReadonlySet<string>): readonly LiveTool[] {
  return tools
    .declarations('json-schema')
    .filter(({ name }) => !hidden.has(name))
    .flatMap((declaration) =>
      'parametersJsonSchema' in declaration
        ? [{ name: declaration.name, description: declaration.description, parameters: declaration.parametersJsonSchema, blocking: false }]
        : [],
    )
}
