/** A picture of the screen as PNG. */
export interface ScreenPicture {
  readonly png: Uint8Array
  /** in pixels */
  readonly width: number
  readonly height: number
}

/** What only a desktop app can do. Everything rejects with an error when the system does not do it. */
export interface Desktop {
  /** The text on the system's clipboard, empty when there is none. */
  readClipboard(): Promise<string>
  writeClipboard(text: string): Promise<void>
  /** Takes a picture of the screen that the pointer is on. */
  captureScreen(): Promise<ScreenPicture>
  /** Shows a notification of the system, where there are any; a click on it brings the window to the front. */
  notify(words: { readonly title: string; readonly body: string }): void
  /** Lets the user choose one file in a dialog of the system; null when they choose none. */
  chooseFile(words: { readonly title: string; readonly button: string }): Promise<string | null>
}
