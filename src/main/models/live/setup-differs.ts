import type { Settings } from '../../../shared/ipc/schemas'
import { type SessionChoices, sessionChoicesSchema } from '../../../shared/ipc/session-choices'

/** Whether what a session is connected to under the one settings is another under the other. */
export function sourceDiffers(before: Settings, after: Settings): boolean {
  return (['model', 'serviceAddress', 'tokenAddress', 'replaySpeed'] as const).some((name) => before[name] !== after[name])
}

/** What of the settings a session is set up with. */
type SetupChoices = SessionChoices & { readonly googleSearch: boolean }

/** Whether a session that was set up with the one has to be told of the other. */
export function setupDiffers(before: SetupChoices, after: SetupChoices): boolean {
  return before.googleSearch !== after.googleSearch || JSON.stringify(toldToModel(before)) !== JSON.stringify(toldToModel(after))
}

/** Whether both differ in nothing but what instruction and tools are made of. */
export function onlyContextDiffers(before: SessionChoices, after: SessionChoices): boolean {
  const { instruction, modelTools } = after
  return JSON.stringify(toldToModel({ ...before, instruction, modelTools })) === JSON.stringify(toldToModel(after))
}

// whether an answer is heard is decided here, the model isn't told
function toldToModel(choices: SessionChoices): Omit<SessionChoices, 'answers'> {
  const { answers: _, ...told } = sessionChoicesSchema.parse(choices)
  return told
}
