const LONGEST = 80

/**
 * The field that the service does not know, from its error message: the path in `Unknown name "x" at 'setup.y': Cannot find
 * field.` ends with `x`. Null if it names none.
 */
export function refusedField(detail: string): string | null {
  const name =
    /unknown (?:name|field)[:\s]+\\?["'`]([\w.$-]+)\\?["'`]/i.exec(detail)?.[1] ??
    /cannot find field[:\s]+\\?["'`]?([\w$-][\w.$-]*)/i.exec(detail)?.[1]
  return name === undefined || name.length > LONGEST ? null : name
}
