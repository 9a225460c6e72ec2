import type { Result } from '../lib/result'
import { type AddressFault, readServiceAddress, type ServiceAddress } from './service-address'

/**
 * Checks the address of a libSQL server, as `readServiceAddress` does; `libsql://` is what such servers call https. Gives it as
 * the driver is told it.
 */
export function readServerAddress(text: string): Result<ServiceAddress, { readonly code: AddressFault; readonly message: string }> {
  return readServiceAddress(text.trim().replace(/^libsql:/i, 'https:'))
}
