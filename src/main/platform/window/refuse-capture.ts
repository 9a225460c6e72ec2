/** Gives a request for pictures nothing: Electron throws then, after it has refused the page. */
export function refuseCapture(answer: () => void): void {
  try {
    answer()
  } catch {
    // the page has its refusal
  }
}
