import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../shared/lib/canonical-json'
import type { JsonObject } from '../../../shared/lib/json'

/** sha-256, in hex, of the canonical JSON of a call's arguments. */
export function inputHash(input: JsonObject): string {
  return createHash('sha256').update(canonicalJson(input), 'utf8').digest('hex')
}

/**
 * The hash of what a yes to a call is for: its arguments and, for a tool whose definition comes from outside Parley and may change, the
 * hash of that definition.
 */
export function callHash(input: JsonObject, definitionHash: string | null): string {
  if (definitionHash === null) return inputHash(input)
  return createHash('sha256').update(`${definitionHash}\n`, 'utf8').update(canonicalJson(input), 'utf8').digest('hex')
}
