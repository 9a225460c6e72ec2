import type { JsonObject } from '../../shared/lib/json'
import { failure, type Result, success } from '../../shared/lib/result'
import { messageOf } from '../../shared/messages/message'
import { callHash } from './approvals/input-hash'
import type { MainTool, PreparedCall } from './tools/main-tool'

/** A call whose tool exists and whose arguments are valid. */
export interface CheckedCall {
  readonly tool: MainTool
  readonly prepared: PreparedCall
}

/** The available tools. */
export interface ToolBox {
  /** The same list until a tool is added or removed. */
  readonly tools: readonly MainTool[]
  find(toolName: string): MainTool | null
  /** Looks up the tool and checks the arguments without running anything. The failure's message is for the model. */
  check(call: { readonly toolName: string; readonly input: JsonObject; readonly conversationId?: string | null }): Result<CheckedCall>
  /** The hash of what a yes to this call is for: its arguments, and the tool's definition if that may change. */
  hash(call: { readonly toolName: string; readonly input: JsonObject }): string
}

/** The most names listed to a model that calls a tool that does not exist. */
const LISTED = 50

/** `added`: tools that come and go, the same list until it changes. A built-in tool is found before an added one of the same name. */
export function createToolBox(builtIn: readonly MainTool[], added: () => readonly MainTool[] = () => []): ToolBox {
  let known = added()
  let tools = [...builtIn, ...known]
  let byName = indexed(tools)

  function refresh(): void {
    const now = added()
    if (now === known) return
    known = now
    tools = [...builtIn, ...now]
    byName = indexed(tools)
  }

  function find(toolName: string): MainTool | null {
    refresh()
    return byName.get(toolName) ?? null
  }

  return {
    get tools() {
      refresh()
      return tools
    },
    find,
    check({ toolName, input, conversationId = null }) {
      const tool = find(toolName)
      if (tool === null)
        return failure(
          'unknown-tool',
          messageOf('no-such-tool', {
            tools: tools
              .slice(0, LISTED)
              .map(({ name }) => name)
              .join(', '),
          }),
        )
      const prepared = tool.prepare(input, conversationId)
      return prepared.ok ? success({ tool, prepared: prepared.value }) : prepared
    },
    hash: ({ toolName, input }) => callHash(input, find(toolName)?.definitionHash ?? null),
  }
}

function indexed(tools: readonly MainTool[]): ReadonlyMap<string, MainTool> {
  return new Map(tools.toReversed().map((tool) => [tool.name, tool]))
}
