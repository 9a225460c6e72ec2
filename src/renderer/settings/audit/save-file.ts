/** Hands a text to the browser as a file to keep. */
export function saveFile(fileName: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // the browser has taken hold of the data by the time it runs the next task
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
