/** Programs that hold passwords, as the titles of their windows name them. */
const PASSWORD_MANAGERS =
  /\b(1password|bitwarden|dashlane|enpass|keepass(xc|x|dx)?|keeper password|lastpass|nordpass|proton pass|roboform|seahorse|passwords and keys|keychain access)\b/i

/** Whether a window with this title is never offered to be shown. */
export function isExcludedWindow(title: string): boolean {
  return PASSWORD_MANAGERS.test(title)
}
