import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { controlAddress } from './control-address'
import { type ControlReply, type ControlRequest, controlRequestSchema, longestLine } from './control-wire'

/** What hears command lines. */
export interface ControlParts {
  readonly userDataFolder: string
  answer(request: ControlRequest): ControlReply
  report(what: string, detail: unknown): void
}

/** Hears command lines from now on; where it can't, only `report` hears of it. Gives the way to stop. */
export function openControl({ userDataFolder, answer, report }: ControlParts): () => void {
  const address = controlAddress(userDataFolder)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let line = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      line += text
      if (line.includes('\n')) socket.end(`${JSON.stringify(replyTo(line.slice(0, line.indexOf('\n'))))}\n`)
      else if (line.length > longestLine) socket.destroy()
    })
  })

  function replyTo(line: string): ControlReply {
    const request = controlRequestSchema.safeParse(parsed(line))
    return request.success ? answer(request.data) : { error: 'This Parley does not know that command. Start it again after an update.' }
  }

  try {
    if (process.platform !== 'win32') makeWay(address, userDataFolder)
    server.on('error', (error) => report('command lines are not heard', error))
    server.listen(address, () => {
      if (process.platform !== 'win32') chmodSync(address, 0o600)
    })
    server.unref()
  } catch (error) {
    report('command lines are not heard', error)
  }
  return () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
}

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
