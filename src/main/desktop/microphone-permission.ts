import type { Disposable } from '../lib/disposable'
import type { EventBus } from '../lib/event-bus'
import type { Platform } from '../platform/platform'
import type { SettingsFile } from '../storage/settings/settings-file'

/** Dependencies of the permission. */
export interface MicrophonePermissionOptions {
  readonly platform: Pick<Platform, 'permit'>
  readonly settings: Pick<SettingsFile, 'current'>
  readonly eventBus: EventBus
}

/** Lets the page open a microphone while the settings allow it; otherwise every attempt is refused. */
export function followMicrophonePermission({ platform, settings, eventBus }: MicrophonePermissionOptions): void {
  let permission: Disposable | null = null
  const follow = (): void => {
    const { microphoneAllowed } = settings.current()
    if (microphoneAllowed) permission ??= platform.permit('microphone')
    else {
      permission?.dispose()
      permission = null
    }
  }
  follow()
  eventBus.listen({ 'settings.changed': follow })
}
