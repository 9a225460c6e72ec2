import { z } from '../lib/zod'

/** What the app's menu and the keys of its window ask the page for. */
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
  'shortcuts',
  'logs',
  'report',
  'about',
] as const
export const appCommandSchema = z.enum(appCommands)
export type AppCommand = (typeof appCommands)[number]

export const commandEvents = {
  /** The user chose this in the menu of the system. */
  'app.command': z.strictObject({ command: appCommandSchema }),
} as const
