/** The large parts of the app, each of which holds main up for some ms while it is read. What stands later needs what stands before. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('../../shared/ipc/contract'),
  () => import('../storage/database/open-app-store'),
  () => import('../conversations/conversation-registry'),
  () => import('../gateway/gateway-service'),
  () => import('../data/data-module'),
]

/** Reads the parts of the app one after the other. In between, main does what the windows and the system want of it. */
export async function readInTurns(): Promise<void> {
  for (const read of parts) {
    await read()
    await new Promise((resolve) => setImmediate(resolve))
  }
}
