import { policyEffectSchema } from '../../shared/approvals/policy-rule'
import { firstLanguage } from '../../shared/i18n/languages'
import { createTranslator } from '../../shared/i18n/translator'
import { jsonObjectSchema } from '../../shared/lib/json-object'
import { z } from '../../shared/lib/zod'
import type { PolicyStore } from '../tool-calls/policy/policy-store'
import type { GatewayContext } from './gateway-context'
import { type Route, sendJson } from './routes'

/** The tools of Parley, as a client may meet their calls. */
export const toolListSchema = z.strictObject({
  tools: z.array(
    z.strictObject({
      name: z.string(),
      /** what it does, in a few words */
      title: z.string(),
      /** what the model is told */
      description: z.string(),
      /** JSON Schema (draft 2020-12) of the arguments, and of the output where a client runs the tool */
      inputSchema: z.record(z.string(), z.unknown()),
      outputSchema: z.record(z.string(), z.unknown()),
      risk: z.enum(['low', 'medium', 'high']),
      /** what happens to a call to which no rule of the user applies */
      approval: policyEffectSchema,
      /** whether this client may answer the approvals of this tool */
      mayAnswer: z.boolean(),
      /** `page`: a client may run it, if it sent the last message and names it in its tools */
      runsIn: z.enum(['parley', 'page']),
    }),
  ),
})

/** `GET /api/tools`: the tools that the model has, with the schemas of their arguments and outputs. */
export function toolsRoute({ toolBox, answers }: GatewayContext, policy: Pick<PolicyStore, 'hiddenTools' | 'defaultOf'>): Route {
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
    jsonObjectSchema.parse(z.toJSONSchema(schema, { io, target: 'draft-2020-12' }))

  return {
    method: 'GET',
    path: '/api/tools',
    scope: null,
    handle({ client, response }) {
      const hidden = policy.hiddenTools(null)
      const tools = toolBox.tools
        .filter(({ name }) => !hidden.has(name))
        .map((tool) => ({
          name: tool.name,
          title: tool.hint(createTranslator(firstLanguage)),
          description: tool.description,
          inputSchema: tool.parameters ?? schemaOf(tool.input, 'input'),
          outputSchema: schemaOf(tool.output, 'output'),
          risk: tool.risk,
          approval: policy.defaultOf(tool),
          mayAnswer: answers.mayAnswer(client, tool.name),
          runsIn: tool.runs === 'renderer' ? ('page' as const) : ('parley' as const),
        }))
      sendJson(response, 200, toolListSchema.parse({ tools }))
    },
  }
}
