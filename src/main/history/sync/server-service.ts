import { type Handlers, orRefuse } from '../../../shared/ipc/router'
import type { Notice } from '../../../shared/ipc/schemas'
import type { ServerState, serverCalls } from '../../../shared/ipc/server-calls'
import type { Clock, Timer } from '../../../shared/lib/clock'
import { messageOf } from '../../../shared/messages/message'
import { readServerAddress } from '../../../shared/text/server-address'
import type { Emit } from '../../lib/emit'
import type { NoticeService } from '../../lib/notices'
import type { SettingsFile } from '../../storage/settings/settings-file'
import { remoteStore } from './remote-store'
import { type ConnectServer, ServerFault } from './server-connection'
import type { ServerToken } from './server-token'
import { type SyncRoundOptions, serverRounds } from './sync-round'

/** Dependencies of the service. */
export interface ServerServiceOptions extends SyncRoundOptions {
  readonly clock: Clock
  readonly connect: ConnectServer
  readonly token: ServerToken
  readonly settings: Pick<SettingsFile, 'current' | 'update'>
  readonly notices: Pick<NoticeService, 'show' | 'clear'>
  readonly emit: Emit
  /** False if the file with the conversations was refused: conversations in memory are not synchronized. */
  readonly onDisk: boolean
  /** The list of conversations changed. */
  announce(): void
}

/** Keeps a libSQL server in sync with the local file while one is configured. */
export interface ServerService {
  readonly handlers: Pick<Handlers, keyof typeof serverCalls>
  close(): void
}

/** The interval between rounds. */
export const ROUND_MS = 20_000

type Standing = Pick<ServerState, 'phase' | 'fault' | 'waiting' | 'at'>
const OFF: Standing = { phase: 'off', fault: null, waiting: 0, at: null }

export function createServerService(options: ServerServiceOptions): ServerService {
  const { clock, token, settings, notices, store } = options
  const round = serverRounds(options)
  let state: Standing = OFF
  let timer: Timer | null = null
  let underWay: Promise<void> | null = null
  let stop: (() => void) | null = null
  let closed = false

  const current = (): ServerState => ({
    ...(settings.current().serverAddress === '' ? OFF : state),
    hasToken: token.current() !== '',
    storage: token.storage,
  })
  function become(next: Partial<Standing>): void {
    state = { ...state, ...next }
    options.emit('server.changed', current())
  }

  function trouble(fault: ServerFault): void {
    become({ phase: 'waiting', fault: fault.code, waiting: store.server.toSend().length + store.server.toErase().length })
    const kind: Notice['kind'] = fault.code === 'refused' ? 'server-refused' : 'server-away'
    notices.clear(kind === 'server-refused' ? 'server-away' : 'server-refused', null)
    notices.show({ conversationId: null, kind, cause: null, detail: messageOf(`server-${fault.code}`, { detail: fault.message }) })
  }

  function untroubled(): void {
    notices.clear('server-away', null)
    notices.clear('server-refused', null)
  }

  async function exchange(): Promise<void> {
    const address = readServerAddress(settings.current().serverAddress)
    if (!address.ok) return
    const line = options.connect(address.value.url, token.current())
    const halted = new AbortController()
    const goesOn = (): boolean => !halted.signal.aborted
    stop = () => {
      halted.abort()
      line.close()
    }
    const reported = state.fault
    become({ phase: 'working' })
    try {
      const { changedHere, waiting } = await round(remoteStore(line, options.newId), goesOn)
      if (changedHere) options.announce()
      if (!goesOn()) return
      become({ phase: waiting === 0 ? 'even' : 'waiting', fault: null, waiting, at: clock.now() })
      untroubled()
    } catch (error) {
      if (!goesOn()) return
      if (!(error instanceof ServerFault)) options.report(error)
      const fault = error instanceof ServerFault ? error : new ServerFault('failed', 'unknown')
      // a dismissed notice stays away until the problem changes
      if (fault.code === reported) become({ phase: 'waiting', fault: reported })
      else trouble(fault)
    } finally {
      line.close()
    }
  }

  /** Runs a round now, or waits for the current one. */
  function now(): Promise<void> {
    if (closed || !options.onDisk || settings.current().serverAddress === '') return Promise.resolve()
    timer?.cancel()
    underWay ??= exchange().finally(() => {
      underWay = null
      if (!closed) timer = clock.after(ROUND_MS, () => void now())
    })
    return underWay
  }

  async function halt(): Promise<void> {
    stop?.()
    await underWay
    timer?.cancel()
  }

  void now()
  return {
    handlers: {
      'server.state': current,
      async 'server.connect'({ address, token: given }) {
        const { url } = orRefuse(readServerAddress(address))
        await halt()
        if (given !== null) orRefuse(await token.save(given.trim()))
        orRefuse(await settings.update({ serverAddress: url }))
        untroubled()
        state = { ...state, fault: null }
        await now()
        return current()
      },
      async 'server.disconnect'() {
        await halt()
        orRefuse(await settings.update({ serverAddress: '' }))
        orRefuse(await token.save(''))
        untroubled()
        become(OFF)
        return current()
      },
      async 'server.exchange'() {
        await now()
        return current()
      },
    },
    close() {
      closed = true
      timer?.cancel()
      stop?.()
    },
  }
}
