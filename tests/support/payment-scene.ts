import { systemClock } from '../../src/main/lib/system-clock'
import type { FixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { openStore } from '../../src/main/storage/database/open-store'
import type { RunningApp } from './app'

/** The message that starts the bundled payment. */
export const ASK = 'Pay the Hoshino Print invoice from the studio account.'

/** The app in the middle of the bundled payment, and the server that plays Gemini. */
export interface PaymentScene {
  readonly app: RunningApp
  readonly server: FixtureServer
  end(): Promise<void>
}

/** How many payments were made, read from the database after the app has ended. */
export async function paymentsMade(running: RunningApp): Promise<number> {
  await running.close()
  const opened = openStore(running.userDataFolder, { clock: systemClock, unreadable: () => undefined })
  if (!opened.ok) throw new Error(opened.error.message)
  const payments = opened.value.store.wallet.payments()
  opened.value.store.close()
  return payments.length
}
