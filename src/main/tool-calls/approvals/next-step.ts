import type { Approval } from '../../../shared/approvals/approval'
import { inputHash } from './input-hash'
import type { NextQuestion } from './review-decision'

/** The question that follows a yes: about the same call and the arguments that would run, open as long as the one before it was. */
export function nextStep(
  answered: Approval,
  { question, destination, input, of }: NextQuestion,
  approvalId: string,
  now: number,
): Approval {
  return {
    ...answered,
    approvalId,
    question,
    destination,
    input,
    inputHash: inputHash(input),
    editedInput: null,
    step: { index: answered.step.index + 1, of },
    state: 'requested',
    requestedAt: now,
    expiresAt: now + (answered.expiresAt - answered.requestedAt),
    decidedAt: null,
    reason: null,
  }
}
