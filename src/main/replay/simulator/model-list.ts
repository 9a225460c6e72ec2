import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JsonObject } from '../../../shared/lib/json'
import type { FaultInjector } from './faults/fault-injector'
import { currentModels } from './live-models'
import { keyProblem } from './request-address'

const LIST_PATH = /^\/(?:[^/]+\/)*v1beta\/models$/
/** The service gives 50 models a page where nothing else is asked for, and never more than 1000. */
const USUAL_PAGE = 50
const LARGEST_PAGE = 1000
const PARAMETERS = ['pageSize', 'pageToken', 'key']

/** Whether a request is one for `models.list`. */
export function isModelList(url: string): boolean {
  return LIST_PATH.test(addressOf(url)?.pathname ?? '')
}

/**
 * Answers `models.list` (ai.google.dev/api/models): needs a key, knows no other parameter than `pageSize` and `pageToken`, and
 * takes only a token that it gave.
 */
export function answerModelList(request: IncomingMessage, response: ServerResponse, faults: FaultInjector): void {
  const address = addressOf(request.url ?? '')
  if (faults.strikes('models-unanswered')) return
  if (request.method !== 'GET' || address === null) return refuse(response, 404, 'NOT_FOUND', 'Not found.')
  const header = request.headers['x-goog-api-key']
  const key = address.searchParams.get('key') ?? (typeof header === 'string' ? header : null)
  const problem = keyProblem(key)
  if (problem !== null && (key === null || key === '')) return refuse(response, 403, 'PERMISSION_DENIED', problem.message)
  if (problem !== null) return refuse(response, 400, 'INVALID_ARGUMENT', problem.message)
  if (faults.strikes('models-forbidden')) return refuse(response, 403, 'PERMISSION_DENIED', 'The caller does not have permission')
  const unknown = [...address.searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined) {
    const message = `Invalid JSON payload received. Unknown name "${unknown}": Cannot bind query parameter. Field '${unknown}' could not be found in request message.`
    return refuse(response, 400, 'INVALID_ARGUMENT', message)
  }
  if (faults.strikes('models-garbled')) return answer(response, '{"models":[{"name":')
  if (faults.strikes('models-empty')) return answer(response, '{}')
  const size = Number(address.searchParams.get('pageSize') ?? USUAL_PAGE)
  if (!Number.isInteger(size) || size < 0) {
    return refuse(response, 400, 'INVALID_ARGUMENT', `Invalid value at 'page_size' (TYPE_INT32), "${address.searchParams.get('pageSize')}"`)
  }
  const start = startOf(address.searchParams.get('pageToken'))
  if (start === null) return refuse(response, 400, 'INVALID_ARGUMENT', 'The page token is invalid.')
  const end = start + Math.min(size === 0 ? USUAL_PAGE : size, LARGEST_PAGE)
  const page: JsonObject = {
    models: currentModels
      .slice(start, end)
      .map((model) => ({ ...model, supportedGenerationMethods: [...model.supportedGenerationMethods] })),
    ...(end < currentModels.length && { nextPageToken: `page-${end}` }),
  }
  answer(response, JSON.stringify(page))
}

function startOf(token: string | null): number | null {
  if (token === null || token === '') return 0
  const [, start] = /^page-(\d+)$/.exec(token) ?? []
  return start === undefined || Number(start) >= currentModels.length ? null : Number(start)
}

function addressOf(url: string): URL | null {
  try {
    return new URL(url.replace(/^\/+/, '/'), 'http://127.0.0.1')
  } catch {
    return null
  }
}

function answer(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}

function refuse(response: ServerResponse, code: number, status: string, message: string): void {
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { code, message, status } }))
}
