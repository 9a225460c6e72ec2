import type { JsonValue } from '../lib/json'
import { isJsonObject } from '../lib/json-value'

/** Status values of running and of finished work, as agents spell them (ignoring case and separators). */
const UNDER_WAY = new Set(
  'pending,waiting,waiting for approval,awaiting approval,needs approval,queued,scheduled,submitted,requested,started,running,working,processing,in progress,ongoing'.split(
    ',',
  ),
)
const OVER = new Set(
  'approved,accepted,granted,rejected,denied,declined,refused,ok,success,successful,succeeded,done,complete,completed,finished,resolved,closed,failed,failure,error,cancelled,canceled,aborted,expired,timeout,timed out'.split(
    ',',
  ),
)

/**
 * Whether a response of a long-running tool only reports its progress. ADK does not mark that: by its contract, the tool's
 * first return value is not the result, and what the user's side sends later is, unless the response's `status` or `error` says
 * otherwise.
 */
export function isProvisional(response: JsonValue, byUser: boolean): boolean {
  const { status, error } = isJsonObject(response) ? response : {}
  const state =
    typeof status === 'string'
      ? status
          .trim()
          .toLowerCase()
          .replace(/[\s_-]+/g, ' ')
      : ''
  if (UNDER_WAY.has(state)) return true
  if (OVER.has(state) || (error !== undefined && error !== null)) return false
  return !byUser
}
