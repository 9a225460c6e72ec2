import type { EventName, EventPayload } from '../../../shared/ipc/contract'
import type { CompanionWindowKind } from './companion-window-table'
import type { Area } from './window-place'

/** The windows that stand over those of other programs, as small as what they show. */
export type PopupWindowName = Extract<CompanionWindowKind, 'overlay' | 'quick'>

/** A display: a name that it keeps while it is plugged in, and the part of it that windows may cover. */
export interface Display {
  readonly id: string
  readonly area: Area
}

/** What is heard of the small windows. */
export interface PopupWindowListener {
  /** The window is no longer the one that the keyboard writes into, or it is gone. */
  left(name: PopupWindowName): void
  /** Displays came, went or changed. */
  displaysChanged(): void
}

/** Parley's windows beside the main one, each with a page and an entrance to main of its own. */
export interface PopupWindows {
  /** What is heard of them from now on. */
  listen(listener: PopupWindowListener): void
  /** Opens the window here, in front of everything, or moves it here. The overlay takes no focus; the one for a question does. */
  show(name: PopupWindowName, area: Area): void
  /** Takes it off the screen; what stands in it stays. */
  hide(name: PopupWindowName): void
  emit<Name extends EventName>(window: PopupWindowName, name: Name, payload: EventPayload<Name>): void
  displays(): readonly Display[]
  /** The display that the pointer is on. */
  pointed(): Display
  /** Whether a window takes the focus here by merely being shown. */
  readonly takesFocus: boolean
}
