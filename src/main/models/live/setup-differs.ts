import type { Settings } from '../../../shared/ipc/schemas'
import { type SessionChoices, sessionChoicesSchema } from '../../../shared/ipc/session-choices'

/** Whether the two settings connect a session to different sources. */
export function sourceDiffers(before: Settings, after: Settings): boolean {
  return (['model', 'serviceAddress', 'tokenAddress', 'replaySpeed'] as const).some((name) => before[name] !== after[name])
}

/** The settings that are part of a session's setup. */
type SetupChoices = SessionChoices & { readonly googleSearch: boolean }

/** Whether a session set up with the one must be updated to the other. */
export function setupDiffers(before: SetupChoices, after: SetupChoices): boolean {
  return before.googleSearch !== after.googleSearch || JSON.stringify(sentToModel(before)) !== JSON.stringify(sentToModel(after))
}

/** Whether both differ only in what instruction and tools consist of. */
export function onlyContextDiffers(before: SessionChoices, after: SessionChoices): boolean {
  const { instruction, modelTools } = after
  return JSON.stringify(sentToModel({ ...before, instruction, modelTools })) === JSON.stringify(sentToModel(after))
}

// whether answers are heard is decided here and not sent to the model
function sentToModel(choices: SessionChoices): Omit<SessionChoices, 'answers'> {
  const { answers: _, ...sent } = sessionChoicesSchema.parse(choices)
  return sent
}
