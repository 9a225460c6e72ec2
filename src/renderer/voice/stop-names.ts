/** The labels of the stop button, by its action. */
export const stopNames = {
  'cancel-talk': 'dock.cancelTalk',
  interrupt: 'dock.interrupt',
  'end-hands-free': 'handsFree.off',
  'end-session': 'dock.endSession',
} as const
