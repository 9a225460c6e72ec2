import type { PageToolOutcome } from '../../shared/ipc/tool-calls'
import { z } from '../../shared/lib/zod'
import { type DisplayText, messageOf, modelText } from '../../shared/messages/message'
import type { ToolDefinition } from '../../shared/tools/define-tool'

/** A failure with a text for the model and one for the user: what, why, what to do. */
export class PageToolError extends Error {
  override readonly name = 'PageToolError'
  readonly text: DisplayText

  constructor(text: DisplayText) {
    super(modelText(text))
    this.text = text
  }
}

/** A tool that runs in the page. Never rejects. */
export interface PageTool {
  readonly name: string
  run(input: unknown, signal: AbortSignal): Promise<PageToolOutcome>
}

const outputSchema = z.record(z.string(), z.json())

/**
 * Joins a definition with its implementation in the page; `report` gets faults that the model learns of only in general
 * terms.
 */
export function implementPageTool<Input, Output>(
  { name, input: inputSchema, output }: ToolDefinition<Input, Output>,
  work: (input: Input, signal: AbortSignal) => Promise<Output>,
  report: (error: unknown) => void,
): PageTool {
  return {
    name,
    async run(sent, signal) {
      try {
        return { kind: 'result', output: outputSchema.parse(output.parse(await work(inputSchema.parse(sent), signal))) }
      } catch (error) {
        if (error instanceof PageToolError) return { kind: 'error', errorText: error.text }
        report(error)
        return { kind: 'error', errorText: messageOf('failed-in-window', { tool: name }) }
      }
    },
  }
}
