import type { DbusDraft, DbusMessage } from '../dbus/dbus-message'
import { type DbusValue, isList, isVariant, textOf } from '../dbus/dbus-value'
import type { MessageBus } from '../dbus/message-bus'

/** Where the desktop's portals are called (XDG Desktop Portal). */
export const portalService = { destination: 'org.freedesktop.portal.Desktop', path: '/org/freedesktop/portal/desktop' } as const
export const portalInterfaces = {
  shortcuts: 'org.freedesktop.portal.GlobalShortcuts',
  request: 'org.freedesktop.portal.Request',
  session: 'org.freedesktop.portal.Session',
  registry: 'org.freedesktop.host.portal.Registry',
} as const

/** What a portal answers a request with: its results, or that the user did not want it, or that it failed. */
export type PortalResponse =
  | { readonly kind: 'done'; readonly results: ReadonlyMap<string, DbusValue> }
  | { readonly kind: 'refused' | 'failed' }

/** Requests of a portal: the answer to the call names an object, and that object's signal is the answer of the user. */
export interface PortalRequests {
  /** Calls a method whose last argument is the table of options; the token of the request is put into it. */
  ask(call: {
    readonly member: string
    /** of the arguments before the options */
    readonly signature: string
    readonly body: readonly DbusValue[]
    readonly options: readonly DbusValue[]
  }): { readonly response: Promise<PortalResponse>; cancel(): void }
  /** A signal came from the portal. */
  hear(message: DbusMessage): void
  /** The portal is gone: nothing that was asked is answered any more. */
  end(): void
}

/** The object that a request or a session of ours has (XDG Desktop Portal, "Request" and "Session"). */
export function handlePath(kind: 'request' | 'session', uniqueName: string, token: string): string {
  return `${portalService.path}/${kind}/${uniqueName.slice(1).replaceAll('.', '_')}/${token}`
}

/** One entry of a table of options. */
export function option(name: string, signature: string, value: DbusValue): DbusValue {
  return [name, { signature, value }]
}

/** A table of options as it came. */
export function tableOf(value: DbusValue | undefined): ReadonlyMap<string, DbusValue> {
  const entries = (isList(value) ? value : []).flatMap((entry): [string, DbusValue][] => {
    const [name, held] = isList(entry) ? entry : []
    return isVariant(held) ? [[textOf(name), held.value]] : []
  })
  return new Map(entries)
}

/** Makes the requests of one connection. `newToken` gives letters and digits that were not given before. */
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
      // the signal may come before the answer to the call that names its object
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
