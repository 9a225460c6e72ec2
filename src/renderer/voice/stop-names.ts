/** What stop is called, by what it does. */
export const stopNames = {
  'cancel-talk': 'dock.cancelTalk',
  interrupt: 'dock.interrupt',
  'end-hands-free': 'handsFree.off',
  'end-session': 'dock.endSession',
} as const
