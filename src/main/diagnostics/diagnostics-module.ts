import type { HotkeyState } from '../../shared/hotkeys/hotkey-state'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import { nodeFiles } from '../lib/files'
import type { NoticeService } from '../lib/notices'
import type { Platform } from '../platform/platform'
import type { ToolServers } from '../servers/tool-servers'
import type { PrivateStore } from '../storage/database/private-store'
import type { ApiKey } from '../storage/settings/api-key'
import type { SettingsFile } from '../storage/settings/settings-file'
import { createDiagnosticsHandlers } from './diagnostics-handlers'
import type { SavedRecordings } from './saved-recordings'
import { thisInstallation } from './this-installation'

/** The parts of the running app to diagnose. */
export interface DiagnosticsModuleOptions {
  readonly platform: Platform
  readonly clock: Clock
  readonly newId: NewId
  readonly version: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly apiKey: ApiKey
  readonly store: Pick<PrivateStore, 'onDisk'>
  readonly settings: Pick<SettingsFile, 'current'>
  readonly notices: Pick<NoticeService, 'list'>
  readonly saved: SavedRecordings
  readonly toolServers: Pick<ToolServers, 'list'>
  secrets(): readonly string[]
  hotkey(): HotkeyState
}

/** Diagnostics of the running app. */
export function createDiagnosticsModule(options: DiagnosticsModuleOptions): ReturnType<typeof createDiagnosticsHandlers> {
  const { platform, clock, newId, version, environment, apiKey, store, secrets } = options
  return createDiagnosticsHandlers({
    clock,
    newId,
    exports: { desktop: platform.desktop, files: nodeFiles },
    recordings: options.saved,
    installation() {
      const running = { hotkey: options.hotkey(), key: apiKey.state(), storeOnDisk: store.onDisk, servers: options.toolServers.list() }
      return thisInstallation(platform, { version, environment, secrets, running })
    },
    settings: options.settings.current,
    notices: options.notices.list,
  })
}
