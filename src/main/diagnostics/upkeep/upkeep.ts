import type { EventName, EventPayload } from '../../../shared/ipc/contract'
import { CallError, type Handlers } from '../../../shared/ipc/router'
import type { ConversationStatus, Settings } from '../../../shared/ipc/schemas'
import type { upkeepCalls } from '../../../shared/ipc/upkeep-calls'
import type { Clock } from '../../../shared/lib/clock'
import type { Files } from '../../lib/files'
import type { NoticeService } from '../../lib/notices'
import type { Platform } from '../../platform/platform'
import { createCrashReports } from './crash-report-list'
import { createUpdates, type UpdateEngine } from './updates'
import { createWhatIsNew } from './what-is-new'

export interface UpkeepOptions {
  readonly platform: Platform
  readonly version: string
  readonly engine: UpdateEngine | null
  readonly clock: Clock
  readonly files: Files
  readonly notices: NoticeService
  readonly settings: { current(): Settings }
  readonly registry: { statuses(): readonly ConversationStatus[] }
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void
  report(error: unknown): void
}

/** Maintains the installed app: updates and crash reports. */
export interface Upkeep {
  readonly handlers: Pick<Handlers, keyof typeof upkeepCalls>
  /** A page opened, for the first time or after a crash: it receives the news. */
  pageOpened(): void
  /** Resolves when no write is pending. */
  close(): Promise<void>
}

export function createUpkeep(options: UpkeepOptions): Upkeep {
  const { platform, version, clock, files, notices, emit, report } = options
  const { userDataFolder } = platform
  const crashes = createCrashReports({ userDataFolder, files })
  const news = createWhatIsNew(userDataFolder, files, version)
  const showNotice = (kind: 'crashed' | 'updated' | 'update-ready', detail: string) =>
    notices.show({ conversationId: null, kind, cause: null, detail })
  const updates = createUpdates({
    engine: options.engine,
    clock,
    settings: options.settings.current,
    isInCall: () => options.registry.statuses().some(({ session }) => session.phase !== 'off' && session.phase !== 'failed'),
    onChange(state) {
      emit('updates.changed', state)
      if (state.phase !== 'ready') return
      showNotice('update-ready', state.notes === '' ? state.version : `${state.version}: ${state.notes}`)
      void news.keep(state.version, state.notes).catch(report)
    },
  })
  const reported = news
    .take()
    .then((text) => {
      if (text !== null) showNotice('updated', text)
    })
    .catch(report)

  return {
    handlers: {
      'crashes.list': async () => ({ reports: await crashes.list() }),
      async 'crashes.show'() {
        const newest = await crashes.newest()
        if (newest !== null) await platform.desktop?.showInFolder(newest)
        return null
      },
      async 'crashes.remove'() {
        await crashes.remove()
        notices.clear('crashed', null)
        return { reports: await crashes.list() }
      },
      'updates.state': () => updates.state(),
      'updates.check': () => updates.check(),
      'updates.install'() {
        if (!updates.install()) throw new CallError('update-waits', 'The update waits until the conversation is over.')
        return null
      },
    },
    pageOpened() {
      void crashes
        .takeNew()
        .then((fresh) => fresh.length > 0 && showNotice('crashed', fresh.map(({ name }) => name).join(', ')))
        .catch(report)
    },
    close() {
      updates.close()
      return reported
    },
  }
}
