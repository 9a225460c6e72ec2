/** What the tray's picture shows: that approvals wait, or what Parley does. */
export type TrayPicture = { readonly questions: number } | 'idle' | 'listening' | 'thinking' | 'speaking' | 'muted' | 'offline'

/** The highest count with a picture of its own; above it the picture shows `9+`. */
const mostCounted = 9

/**
 * File name of the tray's picture; each has a sharper variant `…@2x.png`. macOS colors a picture with `Template` in its name like the
 * menu bar.
 */
export function trayImage(picture: TrayPicture, operatingSystem: string): string {
  return `${nameOf(picture)}${operatingSystem === 'darwin' ? 'Template' : ''}.png`
}

function nameOf(picture: TrayPicture): string {
  if (typeof picture === 'string') return picture
  return picture.questions > mostCounted ? 'more' : String(picture.questions)
}
