import { z } from '../lib/zod'

/** The kinds of system notifications. */
export const notificationKinds = ['question', 'timer', 'answer', 'connection', 'update'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Which of them are turned on. */
export const notificationChoicesShape = {
  notifyQuestion: z.boolean(),
  notifyTimer: z.boolean(),
  notifyAnswer: z.boolean(),
  notifyConnection: z.boolean(),
  notifyUpdate: z.boolean(),
} as const

/** The setting of each kind. */
export const notificationSettings = {
  question: 'notifyQuestion',
  timer: 'notifyTimer',
  answer: 'notifyAnswer',
  connection: 'notifyConnection',
  update: 'notifyUpdate',
} as const satisfies { readonly [Kind in NotificationKind]: keyof typeof notificationChoicesShape }

/** The defaults. */
export const defaultNotificationChoices = {
  notifyQuestion: true,
  notifyTimer: true,
  notifyAnswer: true,
  notifyConnection: true,
  notifyUpdate: true,
} as const
