/** What the picture of the tray says: that questions wait, or what Parley does. */
export type TrayPicture = { readonly questions: number } | 'idle' | 'listening' | 'thinking' | 'speaking' | 'muted' | 'offline'

/** The highest count that has a picture of its own; above it stands `9+`. */
const mostCounted = 9

/**
 * File name of the tray's picture; one for sharper screens lies beside each as `…@2x.png`. macOS gives a picture with
 * `Template` in its name the colour of the menu bar.
 */
export function trayImage(picture: TrayPicture, operatingSystem: string): string {
  return `${nameOf(picture)}${operatingSystem === 'darwin' ? 'Template' : ''}.png`
}

function nameOf(picture: TrayPicture): string {
  if (typeof picture === 'string') return picture
  return picture.questions > mostCounted ? 'more' : String(picture.questions)
}
