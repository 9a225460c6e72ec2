import type { Result } from '../lib/result'
import { type AddressFault, readServiceAddress, type ServiceAddress } from './service-address'

/**
 * Checks the address of a libSQL server, as `readServiceAddress` does; `libsql://` is such servers' name for https. Returns it
 * in the driver's form.
 */
export function readServerAddress(text: string): Result<ServiceAddress, { readonly code: AddressFault; readonly message: string }> {
  return readServiceAddress(text.trim().replace(/^libsql:/i, 'https:'))
}
