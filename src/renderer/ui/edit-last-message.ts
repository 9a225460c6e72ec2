/** Opens what the user said last to be said otherwise; false where there is nothing that can be. */
export function editLastMessage(): boolean {
  const last = [...document.querySelectorAll<HTMLElement>('[data-edit-message]')].at(-1)
  last?.click()
  return last !== undefined
}
