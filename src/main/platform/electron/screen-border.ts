import { BrowserWindow, type Rectangle, screen } from 'electron'
import { webPreferences } from '../security-policy'

/** The width of the border in pixels of the display, and its colour: visible on light and dark screens. */
const WIDTH = 4
const COLOUR = '#D4462F'

let edges: readonly BrowserWindow[] = []

/** Draws a border around a display while it is shown to Gemini; null: none. The windows take no focus and no press of the pointer. */
export function drawScreenBorder(displayId: string | null): void {
  for (const edge of edges) if (!edge.isDestroyed()) edge.destroy()
  edges = []
  const display = screen.getAllDisplays().find(({ id }) => String(id) === displayId)
  if (display !== undefined) edges = edgesOf(display.bounds).map(openEdge)
}

function edgesOf({ x, y, width, height }: Rectangle): readonly Rectangle[] {
  return [
    { x, y, width, height: WIDTH },
    { x, y: y + height - WIDTH, width, height: WIDTH },
    { x, y: y + WIDTH, width: WIDTH, height: height - 2 * WIDTH },
    { x: x + width - WIDTH, y: y + WIDTH, width: WIDTH, height: height - 2 * WIDTH },
  ]
}

/** A window without a page: its colour is all that it shows. */
function openEdge(bounds: Rectangle): BrowserWindow {
  const edge = new BrowserWindow({
    ...bounds,
    ...{ frame: false, resizable: false, movable: false, focusable: false, skipTaskbar: true, hasShadow: false, show: false },
    ...{ alwaysOnTop: true, minWidth: 1, minHeight: 1, roundedCorners: false, enableLargerThanScreen: true },
    title: 'Parley',
    backgroundColor: COLOUR,
    webPreferences,
  })
  edge.setIgnoreMouseEvents(true)
  edge.setAlwaysOnTop(true, 'screen-saver')
  edge.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true, skipTransformProcessType: true })
  edge.setBounds(bounds)
  edge.showInactive()
  return edge
}
