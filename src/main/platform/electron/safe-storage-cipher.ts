import { app, safeStorage } from 'electron'
import type { Cipher } from '../secrets/secret-store'
import { secretBackend } from '../security-policy'

/** The system's key store through Electron. Newer versions answer asynchronously and deprecate the synchronous calls. */
export function safeStorageCipher(): Cipher {
  // the older of the two runtimes lacks these functions, whatever the types say
  return 'encryptStringAsync' in safeStorage && 'isAsyncEncryptionAvailable' in safeStorage ? asyncCipher : syncCipher
}

const asyncCipher: Cipher = {
  async backend() {
    await app.whenReady()
    return secretBackend(await safeStorage.isAsyncEncryptionAvailable(), linuxBackend())
  },
  encrypt: (text) => safeStorage.encryptStringAsync(text),
  decrypt: async (bytes) => (await safeStorage.decryptStringAsync(Buffer.from(bytes))).result,
}

/* eslint-disable @typescript-eslint/no-deprecated -- all that Electron 33 has */
const syncCipher: Cipher = {
  async backend() {
    await app.whenReady()
    return secretBackend(safeStorage.isEncryptionAvailable(), linuxBackend())
  },
  encrypt: async (text) => safeStorage.encryptString(text),
  decrypt: async (bytes) => safeStorage.decryptString(Buffer.from(bytes)),
}
/* eslint-enable @typescript-eslint/no-deprecated */

function linuxBackend(): string | null {
  return process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : null
}
