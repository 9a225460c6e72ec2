/** Whether to reduce motion: by the user's choice, or the system's. */
export function isCalm(): boolean {
  return document.documentElement.dataset.calm !== undefined
}
