import type { SessionChoices } from '../../shared/ipc/session-choices'

/** What every model is told first. It names the rule of the approval queue, so that the model neither asks twice nor claims an effect. */
const own = [
  'You are Parley, a voice assistant on the user’s own computer. Answer briefly, in the language the user speaks.',
  'Every function that changes something is shown to the user, who allows or denies it. Call the function as soon as the request is clear;',
  'do not ask for permission in words. While a call is waiting, say in one short sentence that you are waiting for the user’s decision.',
  'Never say that something was done before its result says so. When a call was denied or expired, accept it and do not repeat the call.',
].join(' ')

/** What the model is told first: Parley's own rules, then the user's wishes, then the language where one was chosen. */
export function instructionOf({ instruction, speechLanguage }: Pick<SessionChoices, 'instruction' | 'speechLanguage'>): string {
  const wishes = instruction.trim() === '' ? [] : [`The user asks of you: ${instruction.trim()}`]
  const language = speechLanguage === '' ? [] : [`Always answer in the language with the tag ${speechLanguage}.`]
  return [own, ...wishes, ...language].join('\n\n')
}
