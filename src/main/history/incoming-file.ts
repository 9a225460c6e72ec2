/** Bytes that arrive in pieces. */
export interface IncomingFile {
  /** False, and everything is dropped, if the limit is exceeded. */
  add(bytes: Uint8Array, first: boolean): boolean
  /** All of it, once, in its pieces. */
  take(): readonly Uint8Array[]
}

export function incomingFile(mostBytes: number): IncomingFile {
  let pieces: Uint8Array[] = []
  let size = 0
  let tooLarge = false
  const clear = (): void => {
    pieces = []
    size = 0
  }
  return {
    add(bytes, first) {
      if (first) {
        clear()
        tooLarge = false
      }
      if (tooLarge || size + bytes.byteLength > mostBytes) {
        clear()
        tooLarge = true
        return false
      }
      pieces.push(bytes)
      size += bytes.byteLength
      return true
    },
    take() {
      const whole = pieces
      clear()
      return whole
    },
  }
}
