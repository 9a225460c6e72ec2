import { once } from 'node:events'
import { createServer } from 'node:net'

/** A free TCP port of loopback. */
export async function freePort(): Promise<number> {
  const finder = createServer().listen(0, '127.0.0.1')
  await once(finder, 'listening')
  const found = finder.address()
  finder.close()
  await once(finder, 'close')
  if (found === null || typeof found === 'string') throw new Error('there is no port')
  return found.port
}
