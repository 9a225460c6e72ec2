import { connect } from 'node:net'
import { type ControlReply, type ControlRequest, controlAddress, controlReplySchema, isOwnSocket, longestLine } from './control-server'

const ANSWER_MS = 5000

/** Asks the Parley with this data folder; null where none hears, or what stands in its place is not this user's. */
export function askRunning(userDataFolder: string, request: ControlRequest): Promise<ControlReply | null> {
  const address = controlAddress(userDataFolder)
  if (!isOwnSocket(address)) return Promise.resolve(null)
  return new Promise((resolve) => {
    const socket = connect(address)
    let text = ''
    const end = (): void => {
      socket.destroy()
      resolve(replyIn(text))
    }
    socket.setEncoding('utf8').setTimeout(ANSWER_MS, end)
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`))
    socket.on('data', (more: string) => {
      text += more
      if (text.length > longestLine) end()
    })
    socket.on('error', end)
    socket.on('close', end)
  })
}

function replyIn(text: string): ControlReply | null {
  try {
    return controlReplySchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
