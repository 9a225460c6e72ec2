import type { Approval } from '../../../shared/approvals/approval'
import type { CallReply } from '../../../shared/ipc/contract'
import type { JsonObject } from '../../../shared/lib/json'
import { type Failure, textOf } from '../../../shared/lib/result'
import { type DisplayText, displayTextSchema, type Message, type MessageValue } from '../../../shared/messages/message'
import type { PolicyStore } from '../policy/policy-store'
import type { ToolBox } from '../tool-registry'

type Preview = CallReply<'approval.preview'>

/** What the question of an approval would be with other arguments, what does not fit about them, and the rule that would deny them. */
export function previewEdit(
  { toolName, conversationId, step }: Approval,
  input: JsonObject,
  { toolBox, policy }: { readonly toolBox: ToolBox; readonly policy: Pick<PolicyStore, 'decide'> },
): Preview {
  const checked = toolBox.check({ toolName, input, conversationId })
  if (!checked.ok) return { question: null, faults: faultsOf(checked.error), denial: null }
  const { effect, number, name } = policy.decide({ toolName, conversationId, input })
  return {
    question: checked.value.prepared.questions[step.index - 1] ?? null,
    faults: [],
    denial: effect === 'deny' ? { number, name } : null,
  }
}

/** One fault for each problem of the arguments; for any other failure one that belongs to none of them. */
function faultsOf(error: Failure): Preview['faults'] {
  const problems = error.display?.values.problems
  if (!isMessages(problems)) return [{ argument: '', problem: textOf(error) }]
  return problems.map(({ values: { name, problem } }) => ({
    argument: typeof name === 'string' ? topOf(name) : '',
    problem: textIn(problem),
  }))
}

/** `lines` of `lines.0.amount`: the fields of the card are the arguments themselves. */
function topOf(path: string): string {
  return path.split('.', 1)[0] ?? ''
}

function isMessages(value: MessageValue | undefined): value is readonly Message[] {
  return Array.isArray(value)
}

function textIn(value: MessageValue | undefined): DisplayText {
  const text = displayTextSchema.safeParse(value)
  return text.success ? text.data : ''
}
