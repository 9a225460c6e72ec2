const name = 'GOOGLE_GEMINI_BASE_URL'
const before = process.env[name]

/** From now on the client library uses `address` for Gemini; null: the original one. */
export function geminiAt(address: string | null): void {
  if (address !== null) process.env[name] = address
  else if (before === undefined) delete process.env[name]
  else process.env[name] = before
}
