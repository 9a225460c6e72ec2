import type { Display, PopupWindowListener, PopupWindowName, PopupWindows } from '../../src/main/platform/window/popup-windows'
import type { Area } from '../../src/main/platform/window/window-place'
import type { EventName } from '../../src/shared/ipc/contract'

/** Fake popup windows: their places, and what their pages received. */
export interface PaperSmallWindows extends PopupWindows {
  /** null: it is hidden */
  readonly standing: Record<PopupWindowName, Area | null>
  readonly told: { readonly window: PopupWindowName; readonly name: EventName; readonly payload: unknown }[]
  /** Sets the displays; the pointer is on the first. */
  plug(...displays: readonly Display[]): void
  listener(): PopupWindowListener
}

/** A display of 1280 by 960 pixels. */
export const oneDisplay: Display = { id: 'one', area: { x: 0, y: 0, width: 1280, height: 960 } }

export function paperSmallWindows({ takesFocus = false }: { readonly takesFocus?: boolean } = {}): PaperSmallWindows {
  const standing: Record<PopupWindowName, Area | null> = { overlay: null, quick: null }
  const told: PaperSmallWindows['told'] = []
  let displays: readonly Display[] = [oneDisplay]
  let heard: PopupWindowListener | null = null
  return {
    standing,
    told,
    plug(...next) {
      displays = next
      heard?.displaysChanged()
    },
    listener() {
      if (heard === null) throw new Error('nobody hears of the small windows')
      return heard
    },
    listen(listener) {
      heard = listener
    },
    show(name, area) {
      standing[name] = area
    },
    hide(name) {
      standing[name] = null
    },
    emit: (window, name, payload) => void told.push({ window, name, payload }),
    displays: () => displays,
    pointed: () => displays[0] ?? oneDisplay,
    takesFocus,
  }
}
