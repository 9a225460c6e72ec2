import type { ToolPart, UIMessage, UIPart } from '../../../shared/protocol/ui-message'

/** The parts of a message by step, as its model contents count them: entry 0 is step 1. What stands before the first step belongs to it. */
export function stepsOfMessage({ parts }: UIMessage): readonly (readonly UIPart[])[] {
  const steps: UIPart[][] = []
  for (const part of parts) {
    if (part.type === 'step-start') steps.push([])
    else if (steps.length === 0) steps.push([part])
    else steps.at(-1)?.push(part)
  }
  return steps
}

/** The calls among the parts of one step, in the order in which the model made them. */
export function callsOf(parts: readonly UIPart[]): readonly ToolPart[] {
  return parts.filter((part) => part.type === 'dynamic-tool')
}
