import type { JsonObject } from '../../shared/lib/json'
import { failure, type Result, success } from '../../shared/lib/result'
import { messageOf } from '../../shared/messages/message'
import type { MainTool, PreparedCall } from './tools/main-tool'

/** A call whose tool exists and whose arguments are valid. */
export interface CheckedCall {
  readonly tool: MainTool
  readonly prepared: PreparedCall
}

/** The available tools. */
export interface ToolBox {
  readonly tools: readonly MainTool[]
  find(toolName: string): MainTool | null
  /** Looks up the tool and checks the arguments without running anything. The failure's message is for the model. */
  check(call: { readonly toolName: string; readonly input: JsonObject; readonly conversationId?: string | null }): Result<CheckedCall>
}

export function createToolBox(tools: readonly MainTool[]): ToolBox {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const find = (toolName: string): MainTool | null => byName.get(toolName) ?? null
  return {
    tools,
    find,
    check({ toolName, input, conversationId = null }) {
      const tool = find(toolName)
      if (tool === null) return failure('unknown-tool', messageOf('no-such-tool', { tools: [...byName.keys()].join(', ') }))
      const prepared = tool.prepare(input, conversationId)
      return prepared.ok ? success({ tool, prepared: prepared.value }) : prepared
    },
  }
}
