import { BrowserWindow, screen } from 'electron'
import { screenBorderEdges, screenBorderWindow } from '../window/screen-border-edges'

let edges: readonly BrowserWindow[] = []

/** Draws a border around a display while it is shown to Gemini; null: none. It takes no focus and no press of the pointer. */
export function drawScreenBorder(displayId: string | null): void {
  for (const edge of edges) if (!edge.isDestroyed()) edge.destroy()
  const display = screen.getAllDisplays().find(({ id }) => String(id) === displayId)
  edges = screenBorderEdges(display?.bounds ?? null).map((bounds) => {
    const edge = new BrowserWindow({ ...screenBorderWindow, ...bounds })
    edge.setIgnoreMouseEvents(true)
    edge.setAlwaysOnTop(true, 'screen-saver')
    edge.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true, skipTransformProcessType: true })
    edge.setBounds(bounds)
    edge.showInactive()
    return edge
  })
}
