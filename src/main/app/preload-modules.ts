/**
 * The large parts of the app, each of which blocks main for some ms while it is loaded. Later ones depend on earlier
 * ones.
 */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('../../shared/ipc/contract'),
  () => import('../storage/database/open-app-store'),
  () => import('../conversations/conversation-registry'),
  () => import('../gateway/gateway-service'),
  () => import('../data/data-module'),
]

/** Loads the parts of the app one after the other. In between, main handles events of the windows and the system. */
export async function readInTurns(): Promise<void> {
  for (const read of parts) {
    await read()
    await new Promise((resolve) => setImmediate(resolve))
  }
}
