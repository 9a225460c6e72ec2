import type { DbusMessage } from '../../src/main/platform/dbus/dbus-message'
import { type DbusValue, isList, isVariant, textOf } from '../../src/main/platform/dbus/dbus-value'
import { busItself, connectToBus, type MessageBus } from '../../src/main/platform/dbus/message-bus'
import { answered, startSessionBus } from './session-bus'

const root = '/org/freedesktop/portal/desktop'
const name = 'org.freedesktop.portal.Desktop'
const of = (last: string) => `org.freedesktop.portal.${last}`

/** A shortcut as requested from the portal. */
export interface PortalShortcut {
  readonly description: string
  /** null: none was preferred */
  readonly trigger: string | null
}

/** The behaviour of the portal and of the user. */
export interface PortalBehaviour {
  /** `waits`: the dialog stays open */
  readonly user?: 'allows' | 'refuses' | 'fails' | 'waits'
  /** the user's answer comes before the reply to the call, which is allowed */
  readonly hasty?: boolean
  /** a portal older than 0.9, which chooses the paths of requests itself */
  readonly old?: boolean
  /** keys that the portal assigns instead of the preferred ones, by the shortcut's name; empty: no key */
  readonly triggers?: Readonly<Record<string, string>>
  /** a portal without shortcuts */
  readonly without?: boolean
  /** a portal that does not know programs outside of a sandbox */
  readonly noRegistry?: boolean
}

/**
 * A desktop's session bus with a shortcut portal that is as strict as its specification (GlobalShortcuts, version 1).
 */
export interface PortalDesktop {
  readonly environment: Readonly<Record<string, string>>
  /** Violations of the specification. */
  readonly violations: readonly string[]
  /** The methods that were called, in order. */
  readonly asked: readonly string[]
  /** The shortcuts of the open sessions. */
  bound(): readonly ReadonlyMap<string, PortalShortcut>[]
  openSessions(): number
  /** Presses and releases a bound shortcut; false if none of this name is bound. */
  press(shortcut: string): boolean
  release(shortcut: string): boolean
  /** The user chooses other keys in the desktop's settings. */
  rebind(shortcut: string, trigger: string): void
  /** The desktop withdraws the keys of every session. */
  closeSessions(): void
  /** Another program on the bus signals that a shortcut was pressed. */
  pretend(shortcut: string): Promise<void>
  behave(behaviour: PortalBehaviour): void
  /** The portal ends and releases its name. */
  leave(): void
  close(): Promise<void>
}

interface Session {
  readonly owner: string
  readonly path: string
  shortcuts: ReadonlyMap<string, PortalShortcut> | null
}

/** The grammar of triggers (freedesktop.org, "shortcuts" specification). */
const triggerGrammar = /^(?:(?:CTRL|ALT|SHIFT|NUM|LOGO)\+)*[A-Za-z0-9_]+$/

export async function startPortalDesktop(first: PortalBehaviour = {}): Promise<PortalDesktop> {
  const own = await startSessionBus()
  const asked: string[] = []
  const violations: string[] = []
  const sessions = new Map<string, Session>()
  const requests = new Map<string, string>()
  const tokens = new Set<string>()
  const introduced = new Set<string>()
  let behaviour = first

  const refuse = (call: DbusMessage, why: string): void => {
    violations.push(`${call.member}: ${why}`)
    fail(call, 'org.freedesktop.portal.Error.InvalidArgument')
  }
  const fail = (call: DbusMessage, errorName: string): void =>
    bus.send({ kind: 'error', errorName, destination: call.sender, replySerial: call.serial })
  const give = (call: DbusMessage, signature = '', body: readonly DbusValue[] = []): void =>
    bus.send({ kind: 'return', destination: call.sender, replySerial: call.serial, signature, body })
  const signal = (to: string, path: string, from: string, member: string, signature: string, body: readonly DbusValue[]): void =>
    bus.send({ kind: 'signal', destination: to, path, interface: of(from), member, signature, body })

  /** A token is part of a path, and each is new. */
  function takeToken(call: DbusMessage, options: ReadonlyMap<string, DbusValue>, key: string): string | null {
    const token = options.get(key)
    if (typeof token !== 'string' || !/^[A-Za-z0-9_]+$/.test(token) || tokens.has(token)) {
      refuse(call, `${key} is no new token`)
      return null
    }
    tokens.add(token)
    return token
  }
  const place = (kind: string, sender: string, token: string) => `${root}/${kind}/${sender.slice(1).replaceAll('.', '_')}/${token}`

  /** Replies to the call with its request, and to the request with the user's answer. */
  function respond(call: DbusMessage, token: string, code: number, results: readonly DbusValue[]): void {
    const path = place('request', call.sender, behaviour.old === true ? `t${requests.size + 1}` : token)
    requests.set(path, call.sender)
    const say = (): void => signal(call.sender, path, 'Request', 'Response', 'ua{sv}', [code, results])
    if (behaviour.hasty === true && code >= 0) say()
    give(call, 'o', [path])
    if (behaviour.hasty !== true && code >= 0) say()
    if (code >= 0) requests.delete(path)
  }

  function shortcutsOf(call: DbusMessage): ReadonlyMap<string, PortalShortcut> | null {
    const found = new Map<string, PortalShortcut>()
    for (const entry of isList(call.body[1]) ? call.body[1] : []) {
      const [id, facts] = isList(entry) ? entry : []
      const given = optionsOf(facts)
      const [description, trigger] = [given.get('description'), given.get('preferred_trigger')]
      const isFine = typeof id === 'string' && id !== '' && !found.has(id) && typeof description === 'string' && description !== ''
      if (!isFine || (trigger !== undefined && !triggerGrammar.test(textOf(trigger)))) {
        refuse(call, `a shortcut is none: ${JSON.stringify(entry)}`)
        return null
      }
      found.set(id, { description, trigger: trigger === undefined ? null : textOf(trigger) })
    }
    return found
  }

  const worded = (shortcuts: ReadonlyMap<string, PortalShortcut>): readonly DbusValue[] =>
    [...shortcuts].map(([id, { description, trigger }]) => {
      const chosen = behaviour.triggers?.[id] ?? trigger ?? ''
      return [id, [option('description', description), ...(chosen === '' ? [] : [option('trigger_description', chosen)])]]
    })

  function bindShortcuts(call: DbusMessage): void {
    const session = sessions.get(textOf(call.body[0]))
    if (call.signature !== 'oa(sa{sv})sa{sv}') return refuse(call, `is called with ${call.signature}`)
    if (session === undefined || session.owner !== call.sender) return refuse(call, 'is for a session of one’s own')
    if (session.shortcuts !== null) return refuse(call, 'is once for each session')
    const token = takeToken(call, optionsOf(call.body[3]), 'handle_token')
    const shortcuts = token === null ? null : shortcutsOf(call)
    if (token === null || shortcuts === null) return
    session.shortcuts = new Map()
    const user = behaviour.user ?? 'allows'
    if (user === 'allows') session.shortcuts = shortcuts
    const code = { allows: 0, refuses: 1, fails: 2, waits: -1 }[user]
    respond(call, token, code, user === 'allows' ? [['shortcuts', { signature: 'a(sa{sv})', value: worded(shortcuts) }]] : [])
  }

  function createSession(call: DbusMessage): void {
    if (call.signature !== 'a{sv}') return refuse(call, `is called with ${call.signature}`)
    const options = optionsOf(call.body[0])
    const token = takeToken(call, options, 'handle_token')
    const sessionToken = token === null ? null : takeToken(call, options, 'session_handle_token')
    if (token === null || sessionToken === null) return
    const path = place('session', call.sender, sessionToken)
    sessions.set(path, { owner: call.sender, path, shortcuts: null })
    respond(call, token, 0, [option('session_handle', path)])
  }

  function answer(call: DbusMessage): void {
    const { interface: from, member, path, sender } = call
    asked.push(member)
    if (from === 'org.freedesktop.host.portal.Registry' && member === 'Register') {
      if (introduced.has(sender)) return refuse(call, 'is first of all, and once')
      if (behaviour.noRegistry !== true) return give(call)
    } else introduced.add(sender)
    if (from === of('Session') && member === 'Close') {
      if (sessions.get(path)?.owner !== sender) return refuse(call, 'is for a session of one’s own')
      sessions.delete(path)
      return give(call)
    }
    if (from === of('Request') && member === 'Close') {
      if (requests.get(path) !== sender) return refuse(call, 'is for a request of one’s own')
      requests.delete(path)
      return give(call)
    }
    if (behaviour.without === true || path !== root) return fail(call, 'org.freedesktop.DBus.Error.UnknownInterface')
    if (member === 'Get' && call.body[0] === of('GlobalShortcuts')) return give(call, 'v', [{ signature: 'u', value: 1 }])
    if (from !== of('GlobalShortcuts')) return fail(call, 'org.freedesktop.DBus.Error.UnknownInterface')
    if (member === 'CreateSession') return createSession(call)
    if (member === 'BindShortcuts') return bindShortcuts(call)
    fail(call, 'org.freedesktop.DBus.Error.UnknownMethod')
  }

  const bus: MessageBus = await connectToBus(own.socket, {
    received: (call) => void (call.kind === 'call' && answer(call)),
    closed: () => undefined,
  })
  await answered(bus, { ...busItself, member: 'RequestName', signature: 'su', body: [name, 0] })

  function tell(member: 'Activated' | 'Deactivated', shortcut: string, from: MessageBus = bus): boolean {
    const holders = [...sessions.values()].filter(({ shortcuts }) => shortcuts?.has(shortcut) === true)
    for (const { owner, path } of holders) {
      const body = [path, shortcut, 0n, []]
      from.send({ kind: 'signal', destination: owner, path: root, interface: of('GlobalShortcuts'), member, signature: 'osta{sv}', body })
    }
    return holders.length > 0
  }

  return {
    environment: own.environment,
    violations,
    asked,
    bound: () => [...sessions.values()].flatMap(({ shortcuts }) => (shortcuts === null ? [] : [shortcuts])),
    openSessions: () => sessions.size,
    press: (shortcut) => tell('Activated', shortcut),
    release: (shortcut) => tell('Deactivated', shortcut),
    rebind(shortcut, trigger) {
      for (const session of sessions.values()) {
        const known = session.shortcuts?.get(shortcut)
        if (session.shortcuts === null || known === undefined) continue
        session.shortcuts = new Map([...session.shortcuts, [shortcut, { ...known, trigger }]])
        signal(session.owner, root, 'GlobalShortcuts', 'ShortcutsChanged', 'oa(sa{sv})', [session.path, worded(session.shortcuts)])
      }
    },
    closeSessions() {
      for (const { owner, path } of [...sessions.values()]) {
        sessions.delete(path)
        signal(owner, path, 'Session', 'Closed', 'a{sv}', [[]])
      }
    },
    async pretend(shortcut) {
      const stranger = await connectToBus(own.socket, { received: () => undefined, closed: () => undefined })
      tell('Activated', shortcut, stranger)
      await answered(stranger, { ...busItself, member: 'GetId' })
      stranger.close()
    },
    behave(next) {
      behaviour = next
    },
    leave: bus.close,
    close: own.close,
  }
}

function option(key: string, value: string): DbusValue {
  return [key, { signature: 's', value }]
}

function optionsOf(value: DbusValue | undefined): ReadonlyMap<string, DbusValue> {
  return new Map(
    (isList(value) ? value : []).flatMap((entry): [string, DbusValue][] => {
      const [key, held] = isList(entry) ? entry : []
      return isVariant(held) && held.signature === 's' ? [[textOf(key), held.value]] : []
    }),
  )
}
