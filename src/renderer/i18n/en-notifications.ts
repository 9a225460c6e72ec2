/** Strings of the system's notifications in English. */
export const enNotifications = {
  'notifications.title': 'Notifications',
  'notifications.kinds': 'While another window is in front',
  'notifications.noDesktop': 'This browser page shows none; the desktop app does.',
  'notifications.question': 'A question waits for you',
  'notifications.questionLine': 'With its buttons, where the system shows any. Without it the card, the badge and the tray still tell',
  'notifications.answer': 'An answer is done',
  'notifications.answerLine': 'Only one in writing: what is spoken is heard',
  'notifications.connection': 'The conversation was cut off',
  'notifications.connectionLine': 'When Parley no longer tries by itself',
  'notifications.timer': 'A timer is over',
  'notifications.timerLine': 'Without it the window still tells',
  'notifications.update': 'A newer Parley is ready',
  'notifications.updateLine': 'Once for each version',
} as const
