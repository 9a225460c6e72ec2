/** Strings of Parley on the desktop in English. */
export const enDesktop = {
  'desktop.title': 'On the desktop',
  'desktop.login': 'Start at login',
  'desktop.loginLine': 'Out of sight, so that the talk key works at once',
  'desktop.close': 'When the window is closed',
  'desktop.closeLine': 'In the background the talk key goes on working',
  'desktop.close.ask': 'Ask once',
  'desktop.close.background': 'Keep running',
  'desktop.close.quit': 'Quit',
} as const
