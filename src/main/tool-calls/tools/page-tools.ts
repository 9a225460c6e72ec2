import type { PageToolOutcome } from '../../../shared/ipc/tool-calls'
import type { JsonObject } from '../../../shared/lib/json'
import { failure, type Result, success } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import { changeBgm } from '../../../shared/tools/change-bgm'
import type { ToolDefinition } from '../../../shared/tools/define-tool'
import { exportCsv } from '../../../shared/tools/export-csv'
import { getLocation } from '../../../shared/tools/get-location'
import type { Emit } from '../../lib/emit'
import { implementTool, type MainTool, type ToolContext, ToolError } from './main-tool'

/** The tools that run in the window: main sends each call once and accepts one answer. */
export interface PageTools {
  /** Asks the page to run a call; rejects with a `ToolError` if the page reports a failure, and when `signal` aborts. */
  run(name: string, input: JsonObject, context: ToolContext): Promise<JsonObject>
  /** Takes the page's answer; refuses one for a call that was not sent or has ended. */
  settle(toolCallId: string, outcome: PageToolOutcome): Result<null>
  /** The page was reloaded: calls in the old page will never be answered. */
  pageOpened(): void
}

const inPage: ReadonlySet<string> = new Set([changeBgm, exportCsv, getLocation].map(({ name }) => name))

/** Whether this tool runs in the page, or at a client in its place. */
export function runsInPage(toolName: string): boolean {
  return inPage.has(toolName)
}

/** Creates the connection to the page's tools; nothing runs yet. */
export function createPageTools(emit: Emit): PageTools {
  const running = new Map<string, (outcome: PageToolOutcome) => void>()

  return {
    run(name, input, { toolCallId, conversationId, signal }) {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const cancel = (): void => {
          running.delete(toolCallId)
          emit('tool.cancel', { toolCallId })
          reject(new ToolError(messageOf('taken-back-while-running')))
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
    pageOpened() {
      for (const settleRun of [...running.values()]) settleRun({ kind: 'error', errorText: messageOf('window-reloaded') })
    },
  }
}

/** Runs a call in the window; the page's answer is checked like the output of any tool. */
export async function runInPage<Output>(
  definition: Pick<ToolDefinition<never, Output>, 'name' | 'output'>,
  page: Pick<PageTools, 'run'>,
  input: JsonObject,
  context: ToolContext,
): Promise<Output> {
  const answer = definition.output.safeParse(await page.run(definition.name, input, context))
  if (answer.success) return answer.data
  throw new ToolError(messageOf('no-result-from-window', { tool: definition.name }))
}

/** A tool that runs in the window. It has no record of earlier runs after a restart. */
export function pageTool<Input extends JsonObject, Output>(
  definition: ToolDefinition<Input, Output>,
  page: Pick<PageTools, 'run'>,
): MainTool {
  return implementTool(definition, { run: (input, context) => runInPage(definition, page, input, context), recall: () => null })
}
