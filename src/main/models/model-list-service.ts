import type { Settings } from '../../shared/ipc/schemas'
import type { Clock, Timer } from '../../shared/lib/clock'
import type { ModelUse } from '../../shared/models/known-models'
import {
  builtInModels,
  type ModelList,
  type ModelListProblem,
  modelListProblemSchema,
  offeredModels,
  replacementFor,
} from '../../shared/models/model-list'
import { readServiceAddress } from '../../shared/text/service-address'
import type { Files } from '../lib/files'
import { fetchModels } from './fetch-models'
import { readModels, type StoredModels, sourceOf, writeModels } from './model-list-file'

const DAY_MS = 24 * 60 * 60_000
/** A list that did not come is asked for again after so many ms, when somebody looks at it. */
const AGAIN_MS = 60_000
/** It is asked for again after so many ms, when nobody looks. */
const HOUR_MS = 60 * 60_000

/** What the list needs of the world. */
export interface ModelListOptions {
  /** the user's data folder, which exists */
  readonly folder: string
  readonly files: Files
  readonly clock: Clock
  readonly fetch: typeof fetch
  /** Gemini's address, if the settings name no other. */
  readonly defaultAddress: string
  settings(): Pick<Settings, ModelSetting | 'liveModels' | 'serviceAddress'>
  /** The key for fetching lists; null if none may be sent. */
  key(): string | null
  /** Replaces chosen models that no longer exist. Called once for all of them. */
  replace(changes: ModelChanges): Promise<void>
  /** A list could not be stored; it is fetched again at the next start. */
  report(error: unknown): void
}

/** The settings for the chosen models, by their use. */
const SETTING = { live: 'model', text: 'textModel', image: 'imageModel' } as const satisfies { readonly [Use in ModelUse]: keyof Settings }
type ModelSetting = (typeof SETTING)[ModelUse]

/** The replacement for each chosen model that no longer exists, and the names of both. */
export interface ModelChanges {
  readonly settings: Partial<Pick<Settings, ModelSetting>>
  readonly replaced: readonly { readonly before: string; readonly after: string }[]
}

/** The models to choose from: as the service lists them for the user's key, fetched once a day. */
export interface ModelListService {
  /** The newest list; fetches it first if the current one is too old. Never rejects. */
  list(): Promise<ModelList>
  /** The key or address changed: fetches its list. */
  sourceChanged(): void
  close(): void
}

/** Where the list is asked for. */
interface ListPlace {
  readonly apiKey: string
  readonly baseUrl: string
  readonly source: string
}

/** Null without a key. */
function placeOf(options: ModelListOptions): ListPlace | null {
  const apiKey = options.key()?.trim() ?? ''
  if (apiKey === '') return null
  const address = readServiceAddress(options.settings().serviceAddress)
  const baseUrl = (address.ok ? address.value.url : options.defaultAddress).replace(/\/+$/, '')
  return { apiKey, baseUrl, source: sourceOf(apiKey, baseUrl) }
}

/** The list as the page shows it. `problem`: why the latest one did not come; `models`: null where none has come. */
function shownList(models: StoredModels | null, problem: ModelListProblem | null, hasKey: boolean): ModelList {
  const offered = (use: ModelUse) => (models === null ? [] : offeredModels(models.models, use))
  const [live, text, image] = [offered('live'), offered('text'), offered('image')]
  const isEmpty = models !== null && live.length + text.length === 0
  return {
    origin: models === null || isEmpty ? 'built-in' : 'service',
    fetchedAt: models?.fetchedAt ?? null,
    problem: hasKey ? (isEmpty ? 'empty' : problem) : 'no-key',
    live: [...(models === null || isEmpty ? builtInModels('live') : live)],
    text: [...(models === null || isEmpty ? builtInModels('text') : text)],
    image: [...(models === null || isEmpty ? builtInModels('image') : image)],
  }
}

/** Replaces all chosen models that no longer exist, at once. */
async function replaceGone(options: ModelListOptions, before: StoredModels | null, after: StoredModels | null): Promise<void> {
  const settings = options.settings()
  const { liveModels } = settings
  const now = after?.models ?? null
  const replaced = (['live', 'text', 'image'] as const).flatMap((use) => {
    const chosen = settings[SETTING[use]]
    if (use === 'live' && liveModels.some((described) => described.model === chosen)) return []
    const listed = (list: readonly StoredModels['models'][number][] | null) => (list === null ? null : offeredModels(list, use))
    const replacement = replacementFor(chosen, use, listed(before?.models ?? null), listed(now), now ?? [])
    return replacement === null || replacement === chosen ? [] : [{ use, before: chosen, after: replacement }]
  })
  if (replaced.length === 0) return
  const changed = Object.fromEntries(replaced.map(({ use, after: next }) => [SETTING[use], next]))
  await options.replace({ settings: changed, replaced: replaced.map(({ before: old, after: next }) => ({ before: old, after: next })) })
}

/** Reads the stored list, replaces missing models, and fetches a new list in the background. */
export async function openModelList(options: ModelListOptions): Promise<ModelListService> {
  const { folder, files, clock } = options
  const abort = new AbortController()
  let stored: StoredModels | null = await readModels(folder, files)
  let problem: { readonly kind: ModelListProblem; readonly at: number; readonly source: string } | null = null
  let asking: { readonly source: string; readonly done: Promise<void> } | null = null
  let timer: Timer | null = null

  const place = (): ListPlace | null => placeOf(options)
  const mine = (): StoredModels | null => (stored !== null && stored.source === place()?.source ? stored : null)

  const isClosed = (): boolean => abort.signal.aborted

  async function ask(): Promise<void> {
    const at = place()
    if (at === null || isClosed()) return
    const fetched = await fetchModels({ ...at, fetch: options.fetch, signal: abort.signal })
    if (isClosed()) return
    if (!fetched.ok) {
      problem = { kind: modelListProblemSchema.catch('no-answer').parse(fetched.error.code), at: clock.now(), source: at.source }
      return
    }
    const before = mine()
    stored = { version: 1, source: at.source, fetchedAt: clock.now(), models: [...fetched.value] }
    problem = null
    await writeModels(folder, files, stored).catch(options.report)
    await replaceGone(options, before, mine())
  }

  function isDue(): boolean {
    const at = place()
    if (at === null) return false
    if (problem !== null && problem.source === at.source && clock.now() - problem.at < AGAIN_MS) return false
    const models = mine()
    return models === null || clock.now() - models.fetchedAt >= DAY_MS
  }

  /** One request at a time for each key and address. */
  function refresh(): Promise<void> {
    const source = place()?.source ?? ''
    if (asking?.source === source) return asking.done
    if (!isDue()) return Promise.resolve()
    const done = ask()
      .catch(options.report)
      .finally(() => {
        if (asking?.done === done) asking = null
        later()
      })
    asking = { source, done }
    return done
  }

  /** A list is asked for again a day after it came; one that did not come, within the hour. */
  function later(): void {
    timer?.cancel()
    if (isClosed()) return
    const models = mine()
    const due = models === null ? HOUR_MS : Math.max(HOUR_MS, models.fetchedAt + DAY_MS - clock.now())
    timer = clock.after(due, () => {
      later()
      void refresh()
    })
  }

  await replaceGone(options, mine(), mine())
  later()
  void refresh()
  return {
    async list() {
      await refresh()
      const failed = problem?.source === place()?.source ? (problem?.kind ?? null) : null
      return shownList(mine(), failed, place() !== null)
    },
    sourceChanged: () => void refresh(),
    close() {
      abort.abort()
      timer?.cancel()
    },
  }
}
