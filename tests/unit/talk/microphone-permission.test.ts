import { expect, it } from 'vitest'
import { followMicrophonePermission } from '../../../src/main/desktop/microphone-permission'
import { createEventBus } from '../../../src/main/lib/event-bus'
import { defaultSettings } from '../../../src/shared/ipc/default-settings'

it('the page may open a microphone as long as the settings allow it, once however often they change', () => {
  const eventBus = createEventBus({ deliver: () => undefined, report: (error) => expect(error).toBeUndefined() })
  const { emit } = eventBus
  const now = { settings: defaultSettings, given: 0 }
  const set = (microphoneAllowed: boolean) => {
    now.settings = { ...now.settings, microphoneAllowed }
    emit('settings.changed', now.settings)
    return now.given
  }
  followMicrophonePermission({
    platform: {
      permit(permission) {
        expect(permission).toBe('microphone')
        now.given += 1
        return {
          dispose() {
            now.given -= 1
          },
        }
      },
    },
    settings: { current: () => now.settings },
    eventBus,
  })
  expect(now.given).toBe(1)
  expect([set(true), set(false), set(false), set(true)]).toEqual([1, 0, 0, 1])
})
