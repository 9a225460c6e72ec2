import { expect, test } from 'vitest'
import { connectServer, SERVER_LIMIT_MS } from '../../../src/main/history/sync/server-connection'
import { systemClock } from '../../../src/main/lib/system-clock'
import { z } from '../../../src/shared/lib/zod'
import { createFakeClock } from '../../support/fake-clock'
import { httpServer } from '../../support/http-server'

const one = z.object({ one: z.number() })

test.each([
  [401, 'refused'],
  [403, 'refused'],
  [404, 'not-libsql'],
  [418, 'failed'],
  [429, 'away'],
  [503, 'away'],
] as const)('an answer with status %i counts as %s, and its text is not passed on', async (status, code) => {
  const address = await httpServer((_, response) => {
    response.writeHead(status)
    response.end('{"error":"said by the server: token-4711"}')
  })
  const line = connectServer(systemClock)(address, 'token-4711')
  await expect(line.all(one, 'SELECT 1 AS one')).rejects.toMatchObject({ code, message: `status ${status}` })
  line.close()
})

test('an unreachable server, and one that accepts the connection silently, are away', async () => {
  const nobody = connectServer(systemClock)('http://127.0.0.1:9', 'token')
  await expect(nobody.run('SELECT 1')).rejects.toMatchObject({ code: 'away' })
  nobody.close()

  let heard: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    heard = resolve
  })
  const silent = await httpServer(() => heard())
  const clock = createFakeClock()
  const line = connectServer(clock)(silent, 'token')
  const answer = expect(line.all(one, 'SELECT 1 AS one')).rejects.toMatchObject({ code: 'away', message: 'no answer' })
  await asked
  clock.advance(SERVER_LIMIT_MS)
  await answer
  // no more is sent over an abandoned connection
  await expect(line.run('SELECT 1')).rejects.toMatchObject({ code: 'away' })
})

test('the driver asks over HTTP with the token in a header, never in the address', async () => {
  const requests: { readonly url: string | undefined; readonly authorization: string | undefined }[] = []
  const address = await httpServer(({ url, headers }, response) => {
    requests.push({ url, authorization: headers.authorization })
    response.writeHead(500)
    response.end()
  })
  const line = connectServer(systemClock)(address, 'token-4711')
  await expect(line.run('SELECT 1')).rejects.toMatchObject({ code: 'away' })
  line.close()
  expect(requests).toEqual([{ url: '/v3/pipeline', authorization: 'Bearer token-4711' }])
})
