import { type FixtureServer, startFixtureServer } from '../../src/main/fixtures/fixture-server'
import { openStore } from '../../src/main/store/open-store'
import { systemClock } from '../../src/main/system-clock'
import { type RunningApp, startApp } from './app'
import { bundledFixture, recordedTurns } from './fixture-facts'

/** What starts the bundled payment. */
export const ASK = 'Pay the Hoshino Print invoice from the studio account.'

/** The app in the middle of the bundled payment, and the server that plays Gemini. */
export interface PaymentScene {
  readonly app: RunningApp
  readonly server: FixtureServer
  /** What the model was told about the call, in order. */
  answers(): readonly string[]
  end(): Promise<void>
}

/** Starts both and types the request; the question follows. */
export async function askToPay(approvalSeconds: number): Promise<PaymentScene> {
  const server = await startFixtureServer({ fixture: await bundledFixture('payment'), speed: 4 })
  const app = await startApp({
    settings: { approvalSeconds },
    environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl },
  })
  const composer = app.page.getByRole('textbox', { name: 'Type a message' })
  await composer.fill(ASK)
  await composer.press('Enter')
  return {
    app,
    server,
    answers: () =>
      server.received().flatMap(({ frame }) => {
        const text = JSON.stringify(frame)
        return text.includes('"toolResponse"') ? [/"status":"(\w+)"/.exec(text)?.[1] ?? text] : []
      }),
    async end() {
      await app.remove()
      await server.close()
    },
  }
}

/** What Parley says last when the question ended so. */
export async function spokenEnd(on: 'approved' | 'denied' | 'expired'): Promise<string> {
  return (
    recordedTurns(await bundledFixture('payment'), on)
      .at(-1)
      ?.modelTexts.at(-1) ?? ''
  )
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
