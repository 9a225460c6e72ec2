const name = 'GOOGLE_GEMINI_BASE_URL'
const before = process.env[name]

/** From now on the client library finds Gemini at `address`; null: where it was at first. */
export function geminiAt(address: string | null): void {
  if (address !== null) process.env[name] = address
  else if (before === undefined) delete process.env[name]
  else process.env[name] = before
}
