import { z } from '../lib/zod'

/** The commands that the app's menu and the window's shortcuts send to the page. */
export const appCommands = [
  'newConversation',
  'exportMarkdown',
  'exportJson',
  'find',
  'findHere',
  'settings',
  'sidebar',
  'questions',
  'results',
  'inspector',
  'inspectorWindow',
  'captions',
  'textLarger',
  'textSmaller',
  'textUsual',
  'toggleTalk',
  'mute',
  'nextQuestion',
  'showScreen',
  'shortcuts',
  'logs',
  'report',
  'about',
] as const
export const appCommandSchema = z.enum(appCommands)
export type AppCommand = (typeof appCommands)[number]

export const commandEvents = {
  /** The user chose this command in the system menu. */
  'app.command': z.strictObject({ command: appCommandSchema }),
} as const
