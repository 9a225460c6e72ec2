/** A modifier key, left or right. */
export type Modifier = 'control' | 'alt' | 'shift' | 'meta'

/** One event of the system's keyboards and mice, as the hook reports it. A side button of the mouse is a key too; `other` is
 * another button or the wheel. */
export type KeyEvent =
  | { readonly type: 'down' | 'up'; readonly key: number; readonly modifiers: readonly Modifier[] }
  | { readonly type: 'other' }

/** A watcher of all keys on the desktop, whatever has focus. `start` throws if the system does not allow it. */
export interface KeyHook {
  start(onEvent: (event: KeyEvent) => void): void
  /** Safe to call twice, or without a start. */
  stop(): void
}
