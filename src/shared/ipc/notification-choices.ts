import { z } from '../lib/zod'

/** What the system's notifications tell of. */
export const notificationKinds = ['question', 'timer', 'answer', 'connection', 'update'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Which of them the user wants to see. */
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

/** What holds until the user chooses otherwise. */
export const defaultNotificationChoices = {
  notifyQuestion: true,
  notifyTimer: true,
  notifyAnswer: true,
  notifyConnection: true,
  notifyUpdate: true,
} as const
