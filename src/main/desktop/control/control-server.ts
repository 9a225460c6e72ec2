import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { homedir, tmpdir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { z } from '../../../shared/lib/zod'
import { talkVerbs } from '../../platform/launch'

/** Longer paths are no addresses of sockets (sun_path, 108 bytes on Linux and 104 on macOS). */
const longestPath = 100

/** Where the Parley with this data folder hears command lines: a socket, or a pipe on Windows, that only its user may use. */
export function controlAddress(userDataFolder: string, operatingSystem: NodeJS.Platform = process.platform): string {
  const name = createHash('sha256').update(resolve(userDataFolder)).digest('hex').slice(0, 16)
  if (operatingSystem === 'win32') return `\\\\.\\pipe\\parley-${name}`
  const inFolder = join(userDataFolder, 'control.sock')
  return Buffer.byteLength(inFolder) <= longestPath ? inFolder : join(tmpdir(), `parley-${userInfo().uid}`, `${name}.sock`)
}

/** Where the data of an installed Parley lies, the likeliest place first. */
export function usualDataFolders(
  environment: Readonly<Record<string, string | undefined>>,
  operatingSystem: NodeJS.Platform = process.platform,
): readonly string[] {
  const home = homedir()
  const parent =
    operatingSystem === 'win32'
      ? (environment.APPDATA ?? join(home, 'AppData', 'Roaming'))
      : operatingSystem === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : (environment.XDG_CONFIG_HOME ?? join(home, '.config'))
  return ['Parley', 'parley'].map((name) => join(parent, name))
}

/** One line each way. */
const controlRequestSchema = z.strictObject({ talk: z.enum(talkVerbs) })
export type ControlRequest = z.infer<typeof controlRequestSchema>

export const controlReplySchema = z.union([z.strictObject({ talking: z.boolean() }), z.strictObject({ error: z.string() })])
export type ControlReply = z.infer<typeof controlReplySchema>

/** A line that is longer is no request and no reply, in bytes. */
export const longestLine = 1000

/** What hears command lines. */
export interface ControlOptions {
  readonly userDataFolder: string
  answer(request: ControlRequest): ControlReply
  report(what: string, detail: unknown): void
}

/** Hears command lines from now on; where it can't, only `report` hears of it. Gives the way to stop. */
export function openControl({ userDataFolder, answer, report }: ControlOptions): () => void {
  const address = controlAddress(userDataFolder)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let line = ''
    let answered = false
    socket.setEncoding('utf8').on('data', (text: string) => {
      // a connection is one command: what follows its line is nothing
      if (answered) return
      line += text
      if (line.includes('\n')) {
        answered = true
        socket.end(`${JSON.stringify(replyTo(line.slice(0, line.indexOf('\n'))))}\n`)
      } else if (line.length > longestLine) socket.destroy()
    })
  })

  function replyTo(line: string): ControlReply {
    const request = controlRequestSchema.safeParse(parsed(line))
    return request.success ? answer(request.data) : { error: 'This Parley does not know that command. Start it again after an update.' }
  }

  try {
    if (process.platform !== 'win32') makeWay(address, userDataFolder)
    server.on('error', (error) => report('control server failed', error))
    // the address is bound when this returns: nobody can come in between
    server.listen(address)
    if (process.platform !== 'win32' && existsSync(address)) chmodSync(address, 0o600)
    server.unref()
  } catch (error) {
    report('control server failed', error)
  }
  return () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
}

/**
 * Whether the address is a socket of this user, in a folder where nobody else can replace it. Whoever answers there receives the
 * user's commands and can answer them freely.
 */
export function isOwnSocket(address: string): boolean {
  if (process.platform === 'win32') return true
  const uid = process.getuid?.()
  const socket = lstatSync(address, { throwIfNoEntry: false })
  const folder = lstatSync(dirname(address), { throwIfNoEntry: false })
  if (socket === undefined || folder === undefined) return false
  const isShared = (folder.mode & 0o022) !== 0 && (folder.mode & STICKY) === 0
  return socket.isSocket() && socket.uid === uid && (socket.mode & 0o077) === 0 && folder.isDirectory() && !isShared
}

/** In such a folder only the owner of a file may put another one in its place. */
const STICKY = 0o1000

/** Makes the folder of the socket, for its user alone, and takes away a socket that an earlier run left behind. */
function makeWay(address: string, userDataFolder: string): void {
  const folder = dirname(address)
  if (folder !== userDataFolder) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const facts = lstatSync(folder)
    if (!facts.isDirectory() || facts.uid !== process.getuid?.() || (facts.mode & 0o077) !== 0)
      throw new Error('the folder for the socket belongs to somebody else')
  }
  rmSync(address, { force: true })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
