import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../shared/lib/canonical-json'
import type { JsonObject } from '../../../shared/lib/json'

/** sha-256, in hex, of the canonical JSON of a call's arguments. */
export function inputHash(input: JsonObject): string {
  return createHash('sha256').update(canonicalJson(input), 'utf8').digest('hex')
}
