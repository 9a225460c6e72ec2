/** Opens the user's last message for editing; false if there is none that can be edited. */
export function editLastMessage(): boolean {
  const last = [...document.querySelectorAll<HTMLElement>('[data-edit-message]')].at(-1)
  last?.click()
  return last !== undefined
}
