import type { Page } from 'playwright'
import type { Transport } from '../../src/shared/ipc/transport'

/** Makes a call to main as the page does. */
export async function callMain(page: Page, name: string, payload: unknown): Promise<void> {
  await page.evaluate(
    async ([wanted, given]) => {
      const transport: Transport = Reflect.get(window, 'parley')
      await transport.call(wanted, given)
    },
    [name, payload] as const,
  )
}
