/** Downloads a text or bytes as a file. */
export function saveFile(fileName: string, type: string, ...parts: readonly (string | Uint8Array<ArrayBuffer>)[]): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // the browser holds the data by the time it runs the next task
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
