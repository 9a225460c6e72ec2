// @vitest-environment jsdom
import { act } from 'react'
import { expect, it } from 'vitest'
import { systemSettingsAddress } from '../../../src/main/platform/system-settings'
import { SystemSettingsButton } from '../../../src/renderer/ui/system-settings-button'
import { drawnPart } from '../../support/drawn-part'

const { place, asked, show } = drawnPart()
const pages = ['microphone', 'keyboard'] as const

it.each(['linux', 'darwin', 'win32'] as const)(
  'the button for the system settings is offered exactly if %s has such a page',
  async (operatingSystem) => {
    for (const page of pages) {
      await show(<SystemSettingsButton page={page} />, {}, 'en', {}, { platform: 'electron', operatingSystem })
      const button = place().querySelector('button')
      const address = systemSettingsAddress(page, operatingSystem)
      expect(button !== null).toBe(address !== null)
      // never a web address or a file
      if (address !== null) expect(address).toMatch(/^(x-apple\.systempreferences|ms-settings):[\w.?-]+$/)
      const before = asked.length
      await act(async () => button?.click())
      expect(asked.slice(before)).toEqual(button === null ? [] : [{ name: 'system.settings', payload: { page } }])
    }
    await show(<SystemSettingsButton page="microphone" />, {}, 'en', {}, { platform: 'headless', operatingSystem })
    expect(place().querySelector('button')).toBeNull()
  },
)
