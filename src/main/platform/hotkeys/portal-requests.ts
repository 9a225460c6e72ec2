import type { DbusDraft, DbusMessage } from '../dbus/dbus-message'
import { type DbusValue, isList, isVariant, textOf } from '../dbus/dbus-value'
import type { MessageBus } from '../dbus/message-bus'

/** The address of the desktop's portals (XDG Desktop Portal). */
export const portalService = { destination: 'org.freedesktop.portal.Desktop', path: '/org/freedesktop/portal/desktop' } as const
export const portalInterfaces = {
  shortcuts: 'org.freedesktop.portal.GlobalShortcuts',
  request: 'org.freedesktop.portal.Request',
  session: 'org.freedesktop.portal.Session',
  registry: 'org.freedesktop.host.portal.Registry',
} as const

/** A portal's response to a request: its results, or that the user declined, or that it failed. */
export type PortalResponse =
  | { readonly kind: 'done'; readonly results: ReadonlyMap<string, DbusValue> }
  | { readonly kind: 'refused' | 'failed' }

/** Requests of a portal: the reply to the call names an object, whose signal is the user's answer. */
export interface PortalRequests {
  /** Calls a method whose last argument is the options table; the token of the request is added to it. */
  ask(call: {
    readonly member: string
    /** of the arguments before the options */
    readonly signature: string
    readonly body: readonly DbusValue[]
    readonly options: readonly DbusValue[]
  }): { readonly response: Promise<PortalResponse>; cancel(): void }
  /** A signal came from the portal. */
  hear(message: DbusMessage): void
  /** The portal is gone: pending requests will not be answered. */
  end(): void
}

/** The object path of our request or session (XDG Desktop Portal, "Request" and "Session"). */
export function handlePath(kind: 'request' | 'session', uniqueName: string, token: string): string {
  return `${portalService.path}/${kind}/${uniqueName.slice(1).replaceAll('.', '_')}/${token}`
}

/** One entry of an options table. */
export function option(name: string, signature: string, value: DbusValue): DbusValue {
  return [name, { signature, value }]
}

/** A received options table. */
export function tableOf(value: DbusValue | undefined): ReadonlyMap<string, DbusValue> {
  const entries = (isList(value) ? value : []).flatMap((entry): [string, DbusValue][] => {
    const [name, held] = isList(entry) ? entry : []
    return isVariant(held) ? [[textOf(name), held.value]] : []
  })
  return new Map(entries)
}

/** Creates the requests of one connection. `newToken` returns unique letters and digits. */
export function createPortalRequests(bus: MessageBus, uniqueName: string, newToken: () => string): PortalRequests {
  /** by the path of the request's object */
  const waiting = new Map<string, (response: PortalResponse) => void>()
  const call = (draft: Omit<DbusDraft, 'kind' | 'destination'>, answered: (answer: DbusMessage | null) => void): void =>
    bus.call({ ...draft, destination: portalService.destination }, answered)

  return {
    ask({ member, signature, body, options }) {
      const token = newToken()
      let path = handlePath('request', uniqueName, token)
      let settle: (response: PortalResponse) => void = () => undefined
      const response = new Promise<PortalResponse>((resolve) => {
        settle = (one) => {
          waiting.delete(path)
          resolve(one)
        }
      })
      // the signal may arrive before the reply that names its object
      waiting.set(path, settle)
      const draft = { path: portalService.path, interface: portalInterfaces.shortcuts, member, signature: `${signature}a{sv}` }
      call({ ...draft, body: [...body, [option('handle_token', 's', token), ...options]] }, (answer) => {
        if (answer?.kind !== 'return') return settle({ kind: 'failed' })
        const named = textOf(answer.body[0])
        if (named === '' || named === path || !waiting.has(path)) return
        // portals before 0.9 choose the path themselves
        waiting.delete(path)
        path = named
        waiting.set(path, settle)
      })
      return {
        response,
        cancel() {
          if (!waiting.has(path)) return
          call({ path, interface: portalInterfaces.request, member: 'Close' }, () => undefined)
          settle({ kind: 'failed' })
        },
      }
    },
    hear({ interface: from, member, path, body: [code, results] }) {
      if (from !== portalInterfaces.request || member !== 'Response') return
      waiting.get(path)?.(
        Number(code) === 0 ? { kind: 'done', results: tableOf(results) } : { kind: Number(code) === 1 ? 'refused' : 'failed' },
      )
    },
    end() {
      for (const settle of [...waiting.values()]) settle({ kind: 'failed' })
    },
  }
}
