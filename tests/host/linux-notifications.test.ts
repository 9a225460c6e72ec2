import { execFile } from 'node:child_process'
import process from 'node:process'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLinuxNotifications } from '../../src/main/platform/notifications/linux-notifications'
import { createFakeClock } from '../support/fake-clock'
import { startNotificationDesktop } from '../support/notification-desktop'

const words = { title: 'Open example.com?', body: '-open_url\n<b>url</b>', buttons: ['Allow once', 'Deny'], lastsMs: 60_000 }

/** A desktop with a bus and a service, Parley on it, and what Parley received. */
async function scene(wishes: Parameters<typeof startNotificationDesktop>[0] = {}, { seesButtons = true } = {}) {
  const desktop = await startNotificationDesktop(wishes)
  onTestFinished(() => desktop.close())
  const heard: string[] = []
  const clock = createFakeClock()
  const linux = createLinuxNotifications({
    environment: desktop.environment,
    clock,
    bringToFront: () => heard.push('in front'),
    report: (what) => heard.push(what),
  })
  await expect.poll(() => linux.buttons()).toBe(seesButtons)
  const show = () =>
    linux.show(words, {
      clicked: () => heard.push('clicked'),
      pressed: (index) => heard.push(`pressed ${index}`),
      shown: () => heard.push('shown'),
      failed: () => heard.push('failed'),
    })
  return { desktop, heard, clock, linux, show, standing: () => desktop.notifications.filter(({ open }) => open).length }
}

describe('notifications with buttons on a Linux desktop', () => {
  it('are shown completely and unchanged, and report which button is pressed', async () => {
    const { desktop, heard, show, standing } = await scene()
    show()
    await expect.poll(() => heard).toEqual(['shown'])
    expect(desktop.notifications).toMatchObject([
      { app: 'Parley', title: 'Open example.com?', body: '-open_url\n&lt;b&gt;url&lt;/b&gt;', lastsMs: 60_000 },
    ])
    expect(desktop.press('Deny')).toBe(true)
    await expect.poll(() => heard).toEqual(['shown', 'pressed 1'])
    expect(standing()).toBe(0)
  })

  it('lead to the window when they are clicked', async () => {
    const { desktop, heard, show } = await scene()
    show()
    await expect.poll(() => desktop.click()).toBe(true)
    await expect.poll(() => heard).toEqual(['shown', 'in front', 'clicked'])
  })

  it('are closed when they are withdrawn, even if that is before they came', async () => {
    const { desktop, heard, show, standing } = await scene()
    const first = show()
    await expect.poll(standing).toBe(1)
    first.dispose()
    await expect.poll(standing).toBe(0)
    desktop.behave('waits')
    show().dispose()
    desktop.behave('shows')
    await expect.poll(() => desktop.notifications.map(({ open }) => open)).toEqual([false, false])
    expect(heard).toEqual(['shown'])
  })

  it('accept signals only from the service that showed them', async () => {
    const { desktop, heard, show } = await scene()
    show()
    await expect.poll(() => heard).toEqual(['shown'])
    await desktop.pretend(1, 'button-0')
    desktop.press('Deny')
    await expect.poll(() => heard.length).toBe(2)
    expect(heard).toEqual(['shown', 'pressed 1'])
  })

  it('fail if the service refuses them, and there are no buttons until it is found again', async () => {
    const { desktop, heard, linux, show } = await scene()
    desktop.behave('refuses')
    const buttons = vi.fn()
    linux.show(words, { clicked: buttons, pressed: buttons, failed: () => buttons(linux.buttons()) })
    await expect.poll(() => buttons.mock.calls).toEqual([[false]])
    desktop.behave('shows')
    await expect.poll(() => linux.buttons()).toBe(true)
    show()
    await expect.poll(() => heard).toEqual(['shown'])
  })

  it('fail if the service does not answer, and one that comes after all is closed', async () => {
    const { desktop, heard, clock, show } = await scene()
    desktop.behave('waits')
    show()
    clock.advance(5000)
    expect(heard).toEqual(['failed'])
    desktop.behave('shows')
    await expect.poll(() => desktop.notifications.map(({ open }) => open)).toEqual([false])
    expect(heard).toEqual(['failed'])
  })

  it('fail if the bus ends', async () => {
    const { desktop, heard, linux, show } = await scene()
    desktop.behave('waits')
    show()
    await desktop.close()
    await expect.poll(() => heard[0]).toBe('failed')
    await expect.poll(() => linux.buttons()).toBe(false)
  })

  it('are not available if the service shows no buttons', async () => {
    const { desktop, linux } = await scene({ capabilities: ['body'] }, { seesButtons: false })
    await expect.poll(() => desktop.asked).toContain('GetCapabilities')
    expect(linux.buttons()).toBe(false)
  })

  it('are available as soon as a service comes to the bus', async () => {
    const { desktop, linux } = await scene({ service: false }, { seesButtons: false })
    await desktop.serve()
    await expect.poll(() => linux.buttons()).toBe(true)
  })

  it('are not available without a bus', async () => {
    const heard: string[] = []
    const environment = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }
    const linux = createLinuxNotifications({
      environment,
      clock: createFakeClock(),
      bringToFront: () => undefined,
      report: (what) => heard.push(what),
    })
    await expect.poll(() => heard.length).toBe(1)
    expect(linux.buttons()).toBe(false)
  })
})

describe('the test’s own notification service', () => {
  it('is accepted by the desktop’s own program', async () => {
    const desktop = await startNotificationDesktop()
    onTestFinished(() => desktop.close())
    const environment = { ...process.env, ...desktop.environment }
    const asked = promisify(execFile)('notify-send', ['--action=yes=Do it', '--', 'A title', 'a body'], { env: environment })
    await expect.poll(() => desktop.press('Do it')).toBe(true)
    expect((await asked).stdout).toBe('yes\n')
    expect(desktop.notifications).toMatchObject([{ title: 'A title', body: 'a body', lastsMs: -1 }])
  })
})
