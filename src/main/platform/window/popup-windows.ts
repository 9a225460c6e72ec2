import type { EventName, EventPayload } from '../../../shared/ipc/contract'
import type { CompanionWindowKind } from './companion-window-table'
import type { Area } from './window-place'

/** Windows above those of other programs, as small as their content. */
export type PopupWindowName = Extract<CompanionWindowKind, 'overlay' | 'quick'>

/** A display: its stable name while connected, and the area that windows may cover. */
export interface Display {
  readonly id: string
  readonly area: Area
}

/** Events of the popup windows. */
export interface PopupWindowListener {
  /** The window lost keyboard focus, or is gone. */
  left(name: PopupWindowName): void
  /** Displays were added, removed or changed. */
  displaysChanged(): void
}

/** Parley's popup windows, each with its own page and entry point to main. */
export interface PopupWindows {
  /** The listener from now on. */
  listen(listener: PopupWindowListener): void
  /** Opens the window here, in front of everything, or moves it here. The overlay takes no focus; the question window does. */
  show(name: PopupWindowName, area: Area): void
  /** Hides it; its content stays. */
  hide(name: PopupWindowName): void
  emit<Name extends EventName>(window: PopupWindowName, name: Name, payload: EventPayload<Name>): void
  displays(): readonly Display[]
  /** The display that the pointer is on. */
  pointed(): Display
  /** Whether showing a window gives it focus on this system. */
  readonly takesFocus: boolean
}
