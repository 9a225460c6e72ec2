import type { AppCommand } from '../../shared/commands/app-commands'
import type { SystemPage } from '../../shared/ipc/desktop-calls'
import type { SightSource } from '../../shared/sight/sight-source'
import type { Disposable } from '../lib/disposable'
import type { Launch } from './launch'
import type { TrayPicture } from './tray/tray-image'
import type { TrayVerb } from './tray/tray-menu'
import type { AppMenuPart } from './window/app-menu'
import type { Closing } from './window/closing'
import type { PopupWindows } from './window/popup-windows'

/** A picture of the screen. */
export interface ScreenPicture {
  /** the full picture as PNG */
  readonly png: Uint8Array
  /** a smaller copy as JPEG, at most `modelPictureEdge` wide and high */
  readonly jpeg: Uint8Array
  /** in pixels */
  readonly width: number
  readonly height: number
}

/** The longest edge of a picture for a Live model, in pixels (live-spec §2 "Limits"). */
export const modelPictureEdge = 768

/** The content of a system notification. */
export interface NotificationText {
  readonly title: string
  readonly body: string
  /** Labels of its buttons; only if `notificationButtons` says that there are any. */
  readonly buttons?: readonly string[]
  /** After this time, in ms, it is useless: the system may remove it. */
  readonly lastsMs?: number
}

/** Listens to a notification. */
export interface NotificationListener {
  /** It was clicked; the window is already in front. */
  clicked(): void
  /** A button was pressed, counted from 0. */
  pressed(index: number): void
  /** It is on the screen now. Not every system reports this. */
  shown?(): void
  /** It could not be shown with its buttons; `notificationButtons` is already false. */
  failed?(): void
}

/** What the user is to agree to; `detail` shows what it is about whole. */
export interface Confirmation {
  readonly message: string
  readonly detail: string
  readonly accept: string
  readonly cancel: string
}

/** Something that can be shown, with a small picture of it as JPEG; null: the system's own dialog shows it. */
export interface PicturedSource extends SightSource {
  readonly picture: Uint8Array<ArrayBuffer> | null
}

/** The screens and windows that the page may capture. */
export interface SightSources {
  /**
   * Screens, the one with the pointer first, then windows, without Parley's own and those that hold passwords. Where the system lets
   * programs see nothing before the user has chosen in its dialog, that dialog is the only source.
   */
  list(): Promise<readonly PicturedSource[]>
  /** What the page receives when it captures the screen the next time, and only then; null: nothing. */
  offer(sourceId: string | null): void
  /** Draws a border around this screen while it is shown, where the system lets programs do that; null: none. */
  mark(sourceId: string | null): void
  /** Leaves Parley's windows out of pictures of the screen, where the system can. */
  hideParley(hidden: boolean): void
}

/** What only a desktop app can do. Everything rejects with an error when the system does not do it. */
export interface Desktop {
  /** The text on the system's clipboard, empty when there is none. */
  readClipboard(): Promise<string>
  writeClipboard(text: string): Promise<void>
  /** What can be shown to Gemini; null: the browser asks the user itself. */
  readonly sight: SightSources | null
  /** Captures the screen with the pointer. */
  captureScreen(): Promise<ScreenPicture>
  /** Whether notifications can have buttons here, as far as is known. */
  notificationButtons(): boolean
  /**
   * Shows a system notification, if available, until it is disposed of or the user dismisses it. A click brings the window to the
   * front.
   */
  notify(text: NotificationText, listener?: NotificationListener): Disposable
  /** Shows the app's icon with this picture in the system's tray, if there is one. A click first brings the window to the front. */
  showInTray(state: { readonly picture: TrayPicture; readonly tooltip: string }, clicked: () => void): void
  /** Parley's windows other than the main one; null if there are none. */
  readonly small: PopupWindows | null
  /** Shows the window in any state, and focuses it. */
  bringToFront(): void
  /** Reports what Parley is started for: its own start first, then every later one. What only shows the window has already done so. */
  onLaunch(listener: (launch: Launch) => void): void
  /** What closing the window does from now on; `chosen` receives the answer to the question, which is in this language. */
  onClosing(closing: { way(): Closing; locale(): string; chosen(way: Closing): void }): void
  /** Whether Parley starts at login. Both throw if the system does not allow it. */
  readonly atLogin: { isOn(): boolean; set(on: boolean): void }
  /** The menu of the tray icon from now on, if there is a tray. The icon itself stays the same. */
  setTrayMenu(verbs: readonly TrayVerb[]): void
  /** The app's menu from now on; the window is in front when `chosen` is called. */
  setAppMenu(menus: readonly AppMenuPart[], chosen: (command: AppCommand) => void): void
  /** Quits Parley normally. */
  quit(): void
  /** Opens a page of the system's own settings. */
  openSystemSettings(page: SystemPage): Promise<void>
  /** Shows this file or folder of the app in the system's file manager. */
  showInFolder(path: string): Promise<void>
  /** Lets the user choose one file in a system dialog; null if they choose none. */
  chooseFile(labels: { readonly title: string; readonly button: string }): Promise<string | null>
  /** Lets the user choose a folder in a system dialog; null if they choose none. */
  chooseFolder(labels: { readonly title: string; readonly button: string }): Promise<string | null>
  /** Lets the user choose where a new file of this name goes, in a dialog of the system; null when they choose no place. */
  choosePlace(fileName: string): Promise<string | null>
  /** Asks the user in a dialog that no page can draw or answer. Dismissed, it is a no, which is also what a stray Enter presses. */
  confirm(question: Confirmation): Promise<boolean>
}
