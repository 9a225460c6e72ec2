import type { EventName, EventPayload } from '../../../shared/ipc/contract'
import type { SideWindowKind } from './side-windows'
import type { Area } from './window-place'

/** The windows that stand over those of other programs, as small as what they show. */
export type SmallWindowName = Extract<SideWindowKind, 'overlay' | 'quick'>

/** A display: a name that it keeps while it is plugged in, and the part of it that windows may cover. */
export interface Display {
  readonly id: string
  readonly area: Area
}

/** What is heard of the small windows. */
export interface SmallWindowListener {
  /** The window is no longer the one that the keyboard writes into, or it is gone. */
  left(name: SmallWindowName): void
  /** Displays came, went or changed. */
  displaysChanged(): void
}

/** Parley's windows beside the main one, each with a page and an entrance to main of its own. */
export interface SmallWindows {
  /** What is heard of them from now on. */
  listen(listener: SmallWindowListener): void
  /** Opens the window here, in front of everything, or moves it here. The overlay takes no focus; the one for a question does. */
  show(name: SmallWindowName, area: Area): void
  /** Takes it off the screen; what stands in it stays. */
  hide(name: SmallWindowName): void
  emit<Name extends EventName>(window: SmallWindowName, name: Name, payload: EventPayload<Name>): void
  displays(): readonly Display[]
  /** The display that the pointer is on. */
  pointed(): Display
  /** Whether a window takes the focus here by merely being shown. */
  readonly takesFocus: boolean
}
