import { webPreferences } from '../security-policy'

/** A place on the screen, in pixels of the display. */
interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const WIDTH = 4

/** The four edges of the border of a display at this place; none without one. */
export function screenBorderEdges(display: Place | null): readonly Place[] {
  if (display === null) return []
  const { x, y, width, height } = display
  return [
    { x, y, width, height: WIDTH },
    { x, y: y + height - WIDTH, width, height: WIDTH },
    { x, y: y + WIDTH, width: WIDTH, height: height - 2 * WIDTH },
    { x: x + width - WIDTH, y: y + WIDTH, width: WIDTH, height: height - 2 * WIDTH },
  ]
}

/** A window without a page, which takes no focus: its colour, visible on light and dark screens, is all that it shows. */
export const screenBorderWindow = {
  ...{ frame: false, resizable: false, movable: false, focusable: false, skipTaskbar: true, hasShadow: false, show: false },
  ...{ alwaysOnTop: true, minWidth: 1, minHeight: 1, roundedCorners: false, enableLargerThanScreen: true },
  title: 'Parley',
  backgroundColor: '#D4462F',
  webPreferences,
}
