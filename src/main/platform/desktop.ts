import type { AppCommand } from '../../shared/commands/app-commands'
import type { SystemPage } from '../../shared/ipc/desktop-calls'
import type { Disposable } from '../lib/disposable'
import type { Launch } from './launch'
import type { TrayPicture } from './tray/tray-image'
import type { TrayVerb } from './tray/tray-menu'
import type { AppMenuPart } from './window/app-menu'
import type { Closing } from './window/closing'
import type { PopupWindows } from './window/popup-windows'

/** A picture of the screen. */
export interface ScreenPicture {
  /** the whole of it as PNG */
  readonly png: Uint8Array
  /** a smaller copy as JPEG, no more than `modelPictureEdge` wide and high */
  readonly jpeg: Uint8Array
  /** in pixels */
  readonly width: number
  readonly height: number
}

/** The longest edge of a picture that a Live model looks at, in pixels (live-spec §2 "Limits"). */
export const modelPictureEdge = 768

/** What a notification of the system says. */
export interface NotificationText {
  readonly title: string
  readonly body: string
  /** Labels of its buttons; only where `notificationButtons` says that there are any. */
  readonly buttons?: readonly string[]
  /** After so long, in ms, it is of no use: the system may take it away by itself. */
  readonly lastsMs?: number
}

/** Hears of what the user does with a notification. */
export interface NotificationListener {
  /** It was clicked; the window is in front by then. */
  clicked(): void
  /** A button was pressed, counted from 0. */
  pressed(index: number): void
  /** It stands on the screen now. Not every system tells. */
  shown?(): void
  /** It could not be shown with its buttons; `notificationButtons` is no by then. */
  failed?(): void
}

/** What the user is to agree to; `detail` shows what it is about whole. */
export interface Confirmation {
  readonly message: string
  readonly detail: string
  readonly accept: string
  readonly cancel: string
}

/** What only a desktop app can do. Everything rejects with an error when the system does not do it. */
export interface Desktop {
  /** The text on the system's clipboard, empty when there is none. */
  readClipboard(): Promise<string>
  writeClipboard(text: string): Promise<void>
  /** Takes a picture of the screen that the pointer is on. */
  captureScreen(): Promise<ScreenPicture>
  /** Whether notifications can have buttons here, as far as that is known by now. */
  notificationButtons(): boolean
  /**
   * Shows a notification of the system, where there are any, until it is disposed of or the user sends it away. A click on
   * it brings the window to the front.
   */
  notify(words: NotificationText, listener?: NotificationListener): Disposable
  /** Shows the app's icon with this picture in the system's tray, where there is one. A click brings the window to the front first. */
  showInTray(state: { readonly picture: TrayPicture; readonly words: string }, clicked: () => void): void
  /** Parley's windows beside the main one; null where there are none. */
  readonly small: PopupWindows | null
  /** Shows the window, from wherever it is, and gives it the keyboard. */
  bringToFront(): void
  /** Hears what Parley is started for: its own start first, then every further one. What only shows has shown by then. */
  onLaunch(heard: (launch: Launch) => void): void
  /** What closing the window does from now on; `chosen` hears of an answer to the question, which is asked in this language. */
  onClosing(closing: { way(): Closing; locale(): string; chosen(way: Closing): void }): void
  /** Whether Parley is started at login. Both throw where the system does not allow it. */
  readonly atLogin: { isOn(): boolean; set(on: boolean): void }
  /** What a menu of the tray's icon offers from now on, where there is a tray. The icon itself stays the same one. */
  setTrayMenu(verbs: readonly TrayVerb[]): void
  /** The menu of the app from now on; the window is in front when `chosen` hears what was chosen. */
  setAppMenu(parts: readonly AppMenuPart[], chosen: (command: AppCommand) => void): void
  /** Ends Parley in order. */
  quit(): void
  /** Opens a page of the system's own settings. */
  openSystemSettings(page: SystemPage): Promise<void>
  /** Opens the system's file manager where this file or folder of the app's own lies, and marks it. */
  showInFolder(path: string): Promise<void>
  /** Lets the user choose one file in a dialog of the system; null when they choose none. */
  chooseFile(words: { readonly title: string; readonly button: string }): Promise<string | null>
  /** Lets the user choose a folder in a dialog of the system; null when they choose none. */
  chooseFolder(words: { readonly title: string; readonly button: string }): Promise<string | null>
  /** Lets the user choose where a new file of this name goes, in a dialog of the system; null when they choose no place. */
  choosePlace(fileName: string): Promise<string | null>
  /** Asks the user in a dialog that no page can draw or answer. Dismissed, it is a no, which is also what a stray Enter presses. */
  confirm(question: Confirmation): Promise<boolean>
}
