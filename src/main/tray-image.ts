/** The highest count that has a picture of its own; above it stands `9+`. */
const mostCounted = 9

/**
 * File name of the tray's picture for so many open questions; a picture for sharper screens lies beside each as `…@2x.png`.
 * macOS gives a picture with `Template` in its name the colour of the menu bar.
 */
export function trayImage(count: number, operatingSystem: string): string {
  return `${count > mostCounted ? 'more' : count}${operatingSystem === 'darwin' ? 'Template' : ''}.png`
}
