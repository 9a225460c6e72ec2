import type { PageToolOutcome } from '../../shared/ipc/tool-calls'
import type { JsonObject } from '../../shared/lib/json'
import { failure, type Result, success } from '../../shared/lib/result'
import type { ToolDefinition } from '../../shared/tools/define-tool'
import type { Emit } from '../conversations/thread-writer'
import { implementTool, type MainTool, type ToolContext, ToolError } from './main-tool'

/** The tools that run in the window: main gives each call out once and takes one answer for it. */
export interface PageTools {
  /** Asks the page to run a call; rejects with a `ToolError` where the page says that it failed, and when `signal` aborts. */
  run(name: string, input: JsonObject, context: ToolContext): Promise<JsonObject>
  /** Takes the page's answer; refuses one for a call that was not given out, or that has ended. */
  settle(toolCallId: string, outcome: PageToolOutcome): Result<null>
}

export function createPageTools(emit: Emit): PageTools {
  const running = new Map<string, (outcome: PageToolOutcome) => void>()

  return {
    run(name, input, { toolCallId, conversationId, signal }) {
      return new Promise((resolve, reject) => {
        const cancel = (): void => {
          running.delete(toolCallId)
          emit('tool.cancel', { toolCallId })
          reject(new ToolError('The call was taken back while it ran.'))
        }
        signal.addEventListener('abort', cancel, { once: true })
        running.set(toolCallId, (outcome) => {
          running.delete(toolCallId)
          signal.removeEventListener('abort', cancel)
          if (outcome.kind === 'result') resolve(outcome.output)
          else reject(new ToolError(outcome.errorText))
        })
        emit('tool.run', { toolCallId, conversationId, name, input })
      })
    },
    settle(toolCallId, outcome) {
      const settleRun = running.get(toolCallId)
      if (settleRun === undefined) return failure('call-not-given', 'This call does not run in the window, so the answer was not taken.')
      settleRun(outcome)
      return success(null)
    },
  }
}

/** A tool that runs in the window. What the page answers is checked like the output of any tool; after a restart nothing is remembered of it. */
export function pageTool<Input extends JsonObject, Output>(definition: ToolDefinition<Input, Output>, page: PageTools): MainTool {
  return implementTool(definition, {
    run: async (input, context) => definition.output.parse(await page.run(definition.name, input, context)),
    recall: () => null,
  })
}
