import type { LiveTool } from '../live/live-setup'
import type { ToolRunner } from '../tools/tool-runner'

/** The tools of the runner as a Live session declares them: a question to the user may take minutes, so none of them blocks. */
export function liveTools(tools: ToolRunner): readonly LiveTool[] {
  return tools
    .declarations('json-schema')
    .flatMap((declaration) =>
      'parametersJsonSchema' in declaration
        ? [{ name: declaration.name, description: declaration.description, parameters: declaration.parametersJsonSchema, blocking: false }]
        : [],
    )
}
