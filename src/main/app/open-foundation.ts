import type { Notice } from '../../shared/ipc/schemas'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import type { Failure } from '../../shared/lib/result'
import { textOf } from '../../shared/lib/result'
import type { DisplayText } from '../../shared/messages/message'
import { hostOfService } from '../../shared/text/service-address'
import { openServerToken, type ServerToken } from '../history/sync/server-token'
import type { Emit } from '../lib/emit'
import { createEventBus, type EventBus } from '../lib/event-bus'
import { nodeFiles } from '../lib/files'
import { withLogContext } from '../lib/log/log-context'
import { asFact, type Logger } from '../lib/log/logger'
import { createNoticeService, type NoticeService } from '../lib/notices'
import { type Credentials, createCredentials } from '../models/live/credentials'
import { type NotifyAsChosen, notifyAsChosen } from '../platform/notifications/notify-as-chosen'
import type { Platform } from '../platform/platform'
import { openAppStore } from '../storage/database/open-app-store'
import { checkStore } from '../storage/database/open-store'
import type { PrivateStore } from '../storage/database/private-store'
import { type ApiKey, openApiKey } from '../storage/settings/api-key'
import { openSettingsFile, type SettingsFile } from '../storage/settings/settings-file'

/** Dependencies of the foundation. */
export interface FoundationOptions {
  readonly clock: Clock
  readonly newId: NewId
  /** Opens the log; before each line it asks for the secrets that must not be in it. */
  openLog(secrets: () => readonly string[]): Logger
  /** Environment of the process, with `GEMINI_API_KEY`. Empty if recordings must answer. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Why recordings were left out. */
  readonly fixtureProblems: readonly Failure[]
}

/** What every other part of the app depends on: events, log, notices, settings, store and keys. */
export interface Foundation {
  readonly log: Logger
  readonly eventBus: EventBus
  readonly emit: Emit
  readonly notices: NoticeService
  readonly settings: SettingsFile
  readonly store: PrivateStore
  readonly apiKey: ApiKey
  readonly serverToken: ServerToken
  readonly credentials: Credentials
  readonly notify: NotifyAsChosen
  /** The current keys and tokens, none of them empty. */
  secrets(): readonly string[]
  /** The language of the user, for example `ja` or `en-GB`. */
  locale(): string
  /** Shows a notice without a conversation. */
  showNotice(kind: Notice['kind'], detail: DisplayText): void
  /** Returns a function that logs a part's failures. */
  report(event: string): (error: unknown) => void
}

/** Opens the stored data, and shows a notice for everything that could not be read. */
export async function openFoundation(platform: Platform, options: FoundationOptions): Promise<Foundation> {
  const { clock, newId, environment } = options
  const { userDataFolder } = platform
  const secretSources: (() => string | null | undefined)[] = [() => environment.GEMINI_API_KEY]
  const secrets = () => secretSources.map((source) => source() ?? '').filter((one) => one !== '')
  const log = withLogContext(options.openLog(secrets))
  const report = (event: string) => (error: unknown) => log.error(event, { error: asFact(error) })
  const eventBus = createEventBus({ deliver: platform.emit, report: report('listener failed') })
  const { emit } = eventBus
  const notices = createNoticeService(newId, emit)
  const showNotice = (kind: Notice['kind'], detail: DisplayText) => notices.show({ conversationId: null, kind, cause: null, detail })

  const settings = await openSettingsFile({ folder: userDataFolder, files: nodeFiles, clock, report: report('settings not followed') })
  settings.onChange((after) => emit('settings.changed', after))
  if (settings.problem !== null) showNotice('settings-damaged', textOf(settings.problem))
  // nothing reads the store before it is known to be whole
  const store = openAppStore(userDataFolder, clock, log, notices, await checkStore(userDataFolder))
  const serviceHost = () => hostOfService(settings.current().serviceAddress)
  const apiKey = await openApiKey(environment, platform.secrets, report('key store failed'), serviceHost())
  const serverToken = await openServerToken(platform.secrets, report('key store failed'))
  secretSources.push(apiKey.current, serverToken.current)
  for (const problem of [apiKey.environmentProblem, apiKey.storeProblem]) if (problem !== null) showNotice('key-ignored', problem)
  for (const problem of options.fixtureProblems) showNotice('fixture-invalid', textOf(problem))

  return {
    ...{ log, eventBus, emit, notices, settings, store, apiKey, serverToken, secrets, showNotice, report },
    credentials: createCredentials({
      has: () => apiKey.current() !== null,
      key: () => apiKey.keyFor(serviceHost()),
      tokenAddress: () => settings.current().tokenAddress,
    }),
    notify: notifyAsChosen(platform.desktop, settings.current),
    locale: () => (settings.current().language === 'system' ? platform.systemLocale : settings.current().language),
  }
}
