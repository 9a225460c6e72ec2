// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionBar } from '../../../src/renderer/app/session-bar'
import { SidebarFoot } from '../../../src/renderer/app/sidebar-foot'
import { drawnPart } from '../../support/drawn-part'

const { place, show } = drawnPart()
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }))
})
const names = () => [...place().querySelectorAll('button')].map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '')

describe('what developers need', () => {
  it('is hidden at first: no frames, no recording, no latency, no simulated failures', async () => {
    await show(<SidebarFoot />, {})
    expect(names()).not.toContain('Inspector')
    await show(<SessionBar />, {})
    expect(names()).not.toContain('Record from here')
    expect(place().textContent).not.toContain('first sound')
    const badge = [...place().querySelectorAll('button')].find((button) => button.textContent?.startsWith('Demo'))
    await act(async () => badge?.click())
    expect(place().textContent).toContain('This is a demo')
    expect(place().textContent).not.toContain('failure')
  })

  it('is there in developer mode', async () => {
    await show(<SidebarFoot />, {}, 'en', { developer: true })
    expect(names()).toContain('Inspector')
    await show(<SessionBar />, {}, 'en', { developer: true })
    expect(names()).toContain('Record from here')
    expect(place().textContent).toContain('0.41 s to first sound')
  })
})

describe('the session bar', () => {
  it('says in words whether the connection is there and whether the microphone is on', async () => {
    await show(<SessionBar />, { replay: null })
    expect(place().textContent).toContain('Connected · mic off')
    const talk = { phase: 'listening', talkId: 'talk-1', since: 0, held: true } as const
    await show(<SessionBar />, { replay: null }, 'en', {}, {}, { talk })
    expect(place().textContent).toContain('Connected · mic on')
  })
})
