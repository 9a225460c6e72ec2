import { z } from '../../shared/lib/zod'
import { defineTool } from '../../shared/tools/define-tool'
import { implementTool, type MainTool } from '../tool-calls/tools/main-tool'
import { searchTools } from './declared-tools'

/** The name of the tool that looks for others. A server's tool can't have it, because those have `__` in their names. */
export const findToolsName = 'find_tools'

const definition = defineTool({
  name: findToolsName,
  description:
    'Looks for tools of the user’s MCP servers that you do not have yet, and gives you up to 8 of them. There are more tools than you were given: look for one before you say that you can’t do something.',
  input: z.strictObject({
    words: z.string().min(1).max(200).describe('What the tool should do, in a few English words, for example “list calendar events”.'),
  }),
  output: z.strictObject({ tools: z.array(z.strictObject({ name: z.string(), description: z.string() })) }),
  risk: 'low',
  approval: 'allow',
  idempotent: true,
  timeoutMs: 5000,
  runs: 'main',
  icon: 'search',
  hint: (i18n) => i18n.t('call.find_tools.hint'),
  secretArguments: [],
  question: ({ words }, i18n) => i18n.t('call.find_tools.question', { words }),
  destination: () => '',
  effect: (_, { tools }, i18n) => i18n.count('call.find_tools.effect', tools.length, { count: tools.length.toLocaleString(i18n.locale) }),
})

/** The tool that looks for tools that are not declared. `found`: they are to be declared in this conversation. */
export function findTools(tools: () => readonly MainTool[], found: (names: readonly string[], conversationId: string) => void): MainTool {
  return implementTool(definition, {
    run({ words }, { conversationId }) {
      const matches = searchTools(tools(), words)
      if (matches.length > 0)
        found(
          matches.map(({ name }) => name),
          conversationId,
        )
      return Promise.resolve({ tools: matches.map(({ name, description }) => ({ name, description })) })
    },
    recall: () => null,
  })
}
