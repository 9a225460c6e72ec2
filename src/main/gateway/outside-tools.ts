import type { JsonObject } from '../../shared/lib/json'
import { z } from '../../shared/lib/zod'
import type { OutsideTools } from '../../shared/protocol/dialects/outside-tool'
import { firstLanguage } from '../../shared/words/languages'
import { createTranslator } from '../../shared/words/translator'
import type { ToolBox } from '../tool-calls/tool-registry'

const jsonObjectSchema: z.ZodType<JsonObject> = z.record(z.string(), z.json())

/**
 * What a dialect has to know of Parley's tools. TanStack's client compares the input schema with that of its own copy of the
 * tool: where they agree it shows a typed approval, else a plain one.
 */
export function outsideTools(toolBox: ToolBox, runs: (toolName: string) => boolean): OutsideTools {
  return (toolName) => {
    const tool = toolBox.find(toolName)
    if (tool === null) return undefined
    const inputSchema = jsonObjectSchema.parse(z.toJSONSchema(tool.input, { io: 'input', target: 'draft-2020-12' }))
    return { runsOn: runs(toolName) ? 'client' : 'server', inputSchema, hint: tool.hint(createTranslator(firstLanguage)) }
  }
}
