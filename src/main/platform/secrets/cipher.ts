/** Encrypts with a key that the system keeps. */
export interface Cipher {
  /** Is there such a key? Asked once. */
  backend(): Promise<'keyring' | 'memory'>
  encrypt(text: string): Promise<Uint8Array>
  /** Rejects when the bytes were encrypted with another key. */
  decrypt(bytes: Uint8Array): Promise<string>
}
