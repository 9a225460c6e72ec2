/** Whether things are to move less: by the user's choice, or the system's. */
export function isCalm(): boolean {
  return document.documentElement.dataset.calm !== undefined
}
