import { type SessionChoices, sessionChoicesSchema } from '../../shared/ipc/session-choices'

/** Whether a session that was set up with the one has to be set up anew for the other. */
export function setupDiffers(before: SessionChoices, after: SessionChoices): boolean {
  return JSON.stringify(toldToModel(before)) !== JSON.stringify(toldToModel(after))
}

// whether an answer is heard is decided here, the model isn't told
function toldToModel(choices: SessionChoices): Omit<SessionChoices, 'answers'> {
  const { answers: _, ...told } = sessionChoicesSchema.parse(choices)
  return told
}
