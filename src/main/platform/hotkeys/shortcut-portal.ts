import {
  type HotkeyAction,
  type Hotkeys,
  hotkeyActions,
  isMouseButton,
  modifierNames,
  modifierOf,
  type Shortcut,
} from '../../../shared/hotkeys/shortcut'
import type { Clock } from '../../../shared/lib/clock'
import { messageOf } from '../../../shared/messages/message'
import { translatorFor } from '../../lib/translations'
import { sessionBusSocket } from '../dbus/bus-address'
import type { DbusDraft, DbusMessage } from '../dbus/dbus-message'
import { type DbusValue, isList, textOf } from '../dbus/dbus-value'
import { busItself, connectToBus, type MessageBus } from '../dbus/message-bus'
import type { BoundKeys, PortalListener, ShortcutPortal } from './hotkey-types'
import {
  createPortalRequests,
  handlePath,
  option,
  type PortalRequests,
  type PortalResponse,
  portalInterfaces,
  portalService,
  tableOf,
} from './portal-requests'

/** Modifiers as the "shortcuts" specification of freedesktop.org writes them. */
const modifiers = { control: 'CTRL', alt: 'ALT', shift: 'SHIFT', meta: 'LOGO' } as const

/** Keys that the keyboard's description (xkbcommon) names differently than the browser. */
const keysyms: Readonly<Record<string, string>> = {
  Space: 'space',
  ScrollLock: 'Scroll_Lock',
  PageUp: 'Page_Up',
  PageDown: 'Page_Down',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Enter: 'Return',
  Backspace: 'BackSpace',
  Comma: 'comma',
  Period: 'period',
  Slash: 'slash',
  Semicolon: 'semicolon',
  Quote: 'apostrophe',
  BracketLeft: 'bracketleft',
  BracketRight: 'bracketright',
  Backslash: 'backslash',
  Backquote: 'grave',
  Minus: 'minus',
  Equal: 'equal',
}

/** The trigger that a portal is asked to prefer, for example `CTRL+ALT+space`; null for a modifier alone and for a
 * button of the mouse, which none of them takes. */
function portalTrigger({ key, modifiers: wanted }: Shortcut): string | null {
  if (modifierOf(key) !== null || isMouseButton(key)) return null
  const [, plain] = /^(?:Key|Digit)([A-Z0-9])$/.exec(key) ?? []
  const keysym = plain?.toLowerCase() ?? keysyms[key] ?? key
  return [...modifierNames.filter((name) => wanted.includes(name)).map((name) => modifiers[name]), keysym].join('+')
}

/** Dependencies of the portal. */
export interface ShortcutPortalOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Unique letters and digits. */
  newToken(): string
  /** The language of the user, for example `ja` or `en-GB`: the desktop lists the purpose of each key. */
  locale(): string
  report(what: string, detail: unknown): void
}

/** A portal that does not answer a call without user interaction within this time counts as missing. */
const ANSWER_MS = 5000
/** The name of Parley's desktop file, by which a portal identifies the owner of the keys. */
const desktopId = 'parley'

const signalsWanted = [portalInterfaces.request, portalInterfaces.session, portalInterfaces.shortcuts].map(
  (from) => `type='signal',sender='${portalService.destination}',interface='${from}'`,
)
const ownerWanted = `type='signal',sender='${busItself.destination}',member='NameOwnerChanged',arg0='${portalService.destination}'`

/** The keys of a Wayland desktop, through its portal for shortcuts; null without a session bus. */
export function createShortcutPortal(options: ShortcutPortalOptions): ShortcutPortal | null {
  const socket = sessionBusSocket(options.environment)
  return socket === null ? null : { bind: (hotkeys, listener, signal) => bind(socket, hotkeys, listener, signal, options) }
}

type PortalDraft = Omit<DbusDraft, 'kind' | 'destination'>

/** One session of the portal, from its connection to its end. */
interface PortalSession {
  /** Connects to the session bus and listens to the portal. False where there is no bus. */
  connect(socket: string): Promise<boolean>
  /** Calls the portal; null where it does not answer in time. */
  call(draft: PortalDraft): Promise<DbusMessage | null>
  /** Makes a request, which the user may have to answer. */
  ask(request: Parameters<PortalRequests['ask']>[0]): Promise<PortalResponse>
  /** Signals of others than this connection are ignored. */
  hasPortal(sender: string): void
  /** The portal has opened its session. Returns the session's path, which is `path` or, without it, made from the token. */
  opened(path: string, token: string): string
  /** The keys are in force: the listener hears of their end. */
  bound(): void
  /** Cancels what the user is being asked, and ends. */
  callOff(): void
  end(): void
}

function createPortalSession(listener: PortalListener, { clock, newToken, report }: ShortcutPortalOptions): PortalSession {
  let requests: PortalRequests | null = null
  /** the portal's connection: signals of others are ignored */
  let portal = ''
  let session: string | null = null
  let over = false
  let inForce = false
  /** pending questions to the user or the portal */
  let open: { cancel(): void } | null = null
  let bus: MessageBus | null = null

  function end(): void {
    if (over) return
    over = true
    requests?.end()
    if (session !== null) callPortal({ path: session, interface: portalInterfaces.session, member: 'Close' }, () => undefined)
    bus?.close()
  }
  /** The keys are gone, and not because Parley returned them. */
  function lost(): void {
    if (over) return
    session = null
    end()
    if (inForce) listener.closed(messageOf('portal-closed'))
  }
  function callPortal(draft: PortalDraft, answered: (answer: DbusMessage | null) => void): void {
    if (bus === null) answered(null)
    else bus.call({ ...draft, destination: portalService.destination }, answered)
  }
  function received(message: DbusMessage): void {
    if (message.kind !== 'signal') return
    const { sender, interface: from, member, path, body } = message
    if (sender === busItself.destination) {
      if (member === 'NameOwnerChanged' && textOf(body[1]) === portal && portal !== '') lost()
      return
    }
    if (sender !== portal) return
    requests?.hear(message)
    if (from === portalInterfaces.session && member === 'Closed' && path === session) return lost()
    if (from !== portalInterfaces.shortcuts || session === null || textOf(body[0]) !== session) return
    const action = hotkeyActions.find((one) => one === body[1])
    if (member === 'Activated' && action !== undefined) listener.heard(action, 'press')
    if (member === 'Deactivated' && action !== undefined) listener.heard(action, 'release')
    if (member === 'ShortcutsChanged') listener.changed(keysIn(body[1]))
  }

  return {
    async connect(socket) {
      try {
        bus = await connectToBus(socket, { received, closed: lost })
      } catch (error) {
        report('no session bus', error)
        return false
      }
      for (const rule of [...signalsWanted, ownerWanted])
        bus.call({ ...busItself, member: 'AddMatch', signature: 's', body: [rule] }, () => undefined)
      requests = createPortalRequests(bus, bus.name, newToken)
      return true
    },
    call: (draft) =>
      new Promise((resolve) => {
        const late = clock.after(ANSWER_MS, () => resolve(null))
        callPortal(draft, (answer) => {
          late.cancel()
          resolve(answer)
        })
      }),
    async ask(wanted) {
      if (requests === null) return { kind: 'failed' }
      const request = requests.ask(wanted)
      open = request
      const response = await request.response
      open = null
      return response
    },
    hasPortal(sender) {
      portal = sender
    },
    opened(path, token) {
      session = path || handlePath('session', bus?.name ?? '', token)
      return session
    },
    bound() {
      inForce = true
    },
    callOff() {
      open?.cancel()
      end()
    },
    end,
  }
}

/** Binds the keys in a session of their own: a session can bind once. */
async function bind(
  socket: string,
  hotkeys: Hotkeys,
  listener: PortalListener,
  signal: AbortSignal,
  options: ShortcutPortalOptions,
): Promise<BoundKeys> {
  const session = createPortalSession(listener, options)
  const none = (response: 'missing' | 'refused' | 'failed'): BoundKeys => {
    session.end()
    return { kind: 'none', reason: messageOf(`portal-${response}`), refused: response === 'refused' }
  }

  if (!(await session.connect(socket))) return none('missing')
  signal.addEventListener('abort', session.callOff)
  if (signal.aborted) return none('failed')
  // a program outside a sandbox must first name its desktop file; older portals do not require it
  await session.call({
    path: portalService.path,
    interface: portalInterfaces.registry,
    member: 'Register',
    signature: 'sa{sv}',
    body: [desktopId, []],
  })
  const properties = 'org.freedesktop.DBus.Properties'
  const version = await session.call({
    ...{ path: portalService.path, interface: properties, member: 'Get', signature: 'ss' },
    body: [portalInterfaces.shortcuts, 'version'],
  })
  if (version?.kind !== 'return') return none('missing')
  session.hasPortal(version.sender)

  const token = options.newToken()
  const created = await session.ask({
    ...{ member: 'CreateSession', signature: '', body: [] },
    options: [option('session_handle_token', 's', token)],
  })
  if (created.kind !== 'done') return none(created.kind)
  const path = session.opened(textOf(created.results.get('session_handle')), token)
  const wanted = wantedShortcuts(hotkeys, options.locale())
  const bound = await session.ask({ member: 'BindShortcuts', signature: 'oa(sa{sv})s', body: [path, wanted, ''], options: [] })
  if (bound.kind !== 'done') return none(bound.kind)
  session.bound()
  return { kind: 'bound', keys: keysIn(bound.results.get('shortcuts')), dispose: session.end }
}

/** The keys as a portal is asked for them, each with its purpose in the user's language. */
function wantedShortcuts(hotkeys: Hotkeys, locale: string): readonly DbusValue[] {
  const i18n = translatorFor(locale)
  return hotkeyActions.flatMap((action): DbusValue[] => {
    const shortcut = hotkeys[action]
    if (shortcut === null) return []
    const trigger = portalTrigger(shortcut)
    const preferred = trigger === null ? [] : [option('preferred_trigger', 's', trigger)]
    return [[action, [option('description', 's', i18n.t(`purpose.${action}`)), ...preferred]]]
  })
}

/** The portal's triggers in its own wording; a shortcut without one has no key. */
function keysIn(shortcuts: DbusValue | undefined): Readonly<Partial<Record<HotkeyAction, string>>> {
  return Object.fromEntries(
    (isList(shortcuts) ? shortcuts : []).flatMap((shortcut) => {
      const [id, facts] = isList(shortcut) ? shortcut : []
      const trigger = textOf(tableOf(facts).get('trigger_description'))
      return trigger === '' ? [] : [[textOf(id), trigger]]
    }),
  )
}
