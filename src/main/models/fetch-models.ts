import { failure, type Result, success } from '../../shared/lib/result'
import { z } from '../../shared/lib/zod'
import { bareModel } from '../../shared/models/known-models'
import type { ModelListProblem, ServiceModel } from '../../shared/models/model-list'

/** Milliseconds to wait for one page of the list. */
export const LIST_TIMEOUT_MS = 10_000
/** The service returns at most 1000 models a page; a list with more pages than this is invalid. */
const PAGE_SIZE = 200
const MOST_PAGES = 20

/** Fields of `ListModelsResponse` (ai.google.dev/api/models); others are ignored. */
const pageSchema = z.object({
  models: z
    .array(
      z.object({
        name: z.string().min(1).max(200),
        displayName: z.string().catch(''),
        description: z.string().catch(''),
        inputTokenLimit: z.number().int().nonnegative().nullable().catch(null),
        outputTokenLimit: z.number().int().nonnegative().nullable().catch(null),
        supportedGenerationMethods: z.array(z.string()).catch([]),
        thinking: z.boolean().nullable().catch(null),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
})

/** Dependencies of the request. */
export interface ModelsRequest {
  readonly apiKey: string
  /** address of the service, without a trailing slash */
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly signal: AbortSignal
}

/**
 * Reads all pages of `models.list` (`GET /v1beta/models?pageSize=…&pageToken=…`). Fails with a `ModelListProblem` as its code; the
 * message contains no key.
 */
export async function fetchModels({ apiKey, baseUrl, fetch, signal }: ModelsRequest): Promise<Result<readonly ServiceModel[]>> {
  const models: ServiceModel[] = []
  let pageToken = ''
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const url = `${baseUrl}/v1beta/models?pageSize=${PAGE_SIZE}${pageToken === '' ? '' : `&pageToken=${encodeURIComponent(pageToken)}`}`
    const answer = await answerTo(url, { apiKey, fetch, signal })
    if (answer === null) return problem('no-answer', 'the list of models did not come')
    const { response, text } = answer
    if (response.status === 400 || response.status === 401 || response.status === 403)
      return problem('refused', `the list of models was refused with HTTP ${response.status}`)
    if (!response.ok) return problem('no-answer', `the list of models was answered with HTTP ${response.status}`)
    const parsed = parsePage(text)
    if (parsed === null) return problem('unreadable', 'the list of models could not be read')
    models.push(...parsed.models.map(serviceModel))
    pageToken = parsed.nextPageToken ?? ''
    if (pageToken === '') return success(models)
  }
  return problem('unreadable', 'the list of models has no end')
}

/** Null if none comes. A kept connection may have ended by the time it is used again, so a request that broke is sent once more. */
async function answerTo(
  url: string,
  { apiKey, fetch, signal }: Omit<ModelsRequest, 'baseUrl'>,
): Promise<{ readonly response: Response; readonly text: string } | null> {
  for (let tries = 1; tries <= 2; tries += 1) {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(LIST_TIMEOUT_MS)])
    try {
      const response = await fetch(url, { headers: { 'x-goog-api-key': apiKey }, redirect: 'error', signal: deadline })
      return { response, text: await response.text() }
    } catch {
      if (deadline.aborted) return null
    }
  }
  return null
}

function parsePage(text: string): z.infer<typeof pageSchema> | null {
  try {
    return pageSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function serviceModel(listed: z.infer<typeof pageSchema>['models'][number]): ServiceModel {
  const { name, displayName, description, inputTokenLimit, outputTokenLimit, supportedGenerationMethods, thinking } = listed
  return {
    model: bareModel(name),
    name: displayName,
    description,
    inputTokenLimit,
    outputTokenLimit,
    methods: supportedGenerationMethods,
    thinking,
  }
}

function problem(code: ModelListProblem, message: string): Result<never> {
  return failure(code, message)
}
