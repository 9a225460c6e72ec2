import type { Page } from 'playwright'
import { vi } from 'vitest'
import type { Transport } from '../../src/shared/ipc/transport'

/** Resolves when a server of the user runs, so that its tools can be called. */
export async function serversReady(page: Page): Promise<void> {
  const listed = () =>
    page.evaluate(async () => {
      const transport: Transport = Reflect.get(window, 'parley')
      return JSON.stringify(await transport.call('toolServers.list', null))
    })
  await vi.waitUntil(async () => (await listed()).includes('"phase":"ready"'), { timeout: 60_000, interval: 100 })
}
