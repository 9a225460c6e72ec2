const mark = '[redacted]'

/** Shorter values are ordinary words: removing them from every text would hide more than it protects. */
const shortestSecret = 12

/**
 * Forms of credentials in addresses, headers and close reasons. A name before the value stays, so that a reader sees
 * what was removed.
 */
const patterns: readonly (readonly [RegExp, string])[] = [
  [
    /(\b(?:api[_-]?key|x-goog-api-key|authorization|access[_-]token|token|key)["']?\s*[=:]\s*["']?)(?:bearer\s+)?[^\s"'&,;)}<>]+/gi,
    `$1${mark}`,
  ],
  [/(\bbearer\s+)[^\s"'&,;)}<>]+/gi, `$1${mark}`],
  [/auth_tokens\/[^\s"'&,;)}<>]+/g, mark],
  [/AIza[\w-]+/g, mark],
  [/\bAQ\.[\w-]{8,}/g, mark],
]

/**
 * The text without credentials: Google API keys, ephemeral tokens, `key=` and `access_token=` in addresses, `Bearer` and
 * `x-goog-api-key` headers, and every one of `secrets` that is at least 12 characters long, also percent-encoded.
 * Redacting twice gives the same as redacting once.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue
    clean = clean.replaceAll(secret, mark).replaceAll(encodeURIComponent(secret), mark)
  }
  for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement)
  return clean
}
