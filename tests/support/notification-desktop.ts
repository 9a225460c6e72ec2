import type { DbusMessage } from '../../src/main/platform/dbus/dbus-message'
import { type DbusValue, isList, textOf } from '../../src/main/platform/dbus/dbus-value'
import { busItself, connectToBus, type MessageBus } from '../../src/main/platform/dbus/message-bus'
import { notificationService } from '../../src/main/platform/notifications/notify-call'
import { answered, startSessionBus } from './session-bus'

/** A notification as requested from the service. */
export interface DesktopNotification {
  readonly id: number
  readonly app: string
  readonly title: string
  readonly body: string
  /** Labels of the actions by their names. */
  readonly actions: ReadonlyMap<string, string>
  readonly lastsMs: number
  /** Whether it is on the screen. */
  open: boolean
}

/** A Linux desktop's session bus of our own, with a notification service that shows nothing and records everything. */
export interface NotificationDesktop {
  /** The environment of a program on this desktop. */
  readonly environment: Readonly<Record<string, string>>
  /** The methods of the service that were called, in order. */
  readonly asked: readonly string[]
  /** All notifications so far, the oldest first. */
  readonly notifications: readonly DesktopNotification[]
  /** Presses the button with this label on the newest open notification; false if there is none. */
  press(label: string): boolean
  /** Clicks the newest open notification itself. */
  click(): boolean
  /** Signals that an action was invoked, like another program on the bus that impersonates the service. */
  pretend(id: number, action: string): Promise<void>
  /** From now on the service shows notifications, refuses them, or shows them only later. */
  behave(how: 'shows' | 'refuses' | 'waits'): void
  /** Starts the service, if the desktop was started without one. */
  serve(): Promise<void>
  close(): Promise<void>
}

/** Starts it; `capabilities` is what the service reports, `service: false` leaves the bus without one. */
export async function startNotificationDesktop({
  capabilities = ['actions', 'body', 'body-markup'],
  service = true,
}: {
  readonly capabilities?: readonly string[]
  readonly service?: boolean
} = {}): Promise<NotificationDesktop> {
  const own = await startSessionBus()
  const notifications: DesktopNotification[] = []
  const asked: string[] = []
  const waiting: DbusMessage[] = []
  let how: 'shows' | 'refuses' | 'waits' = 'shows'

  function answer(call: DbusMessage): { readonly signature: string; readonly body: readonly DbusValue[] } | null {
    if (call.interface !== notificationService.interface) return null
    switch (call.member) {
      case 'GetCapabilities':
        return { signature: 'as', body: [capabilities] }
      case 'GetServerInformation':
        return { signature: 'ssss', body: ['test', 'Parley', '1', '1.2'] }
      case 'CloseNotification':
        close(Number(call.body[0]), 3)
        return { signature: '', body: [] }
      case 'Notify':
        return how === 'refuses' ? null : { signature: 'u', body: [note(call.body)] }
      default:
        return null
    }
  }

  function note([app, , , title, body, actions, , lastsMs]: readonly DbusValue[]): number {
    const words = isList(actions) ? actions.map(textOf) : []
    const named = new Map(words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1] ?? ''] as const] : [])))
    const id = notifications.length + 1
    notifications.push({
      id,
      app: textOf(app),
      title: textOf(title),
      body: textOf(body),
      actions: named,
      lastsMs: Number(lastsMs),
      open: true,
    })
    return id
  }

  function close(id: number, reason: number): void {
    const one = notifications.find((notification) => notification.id === id && notification.open)
    if (one === undefined) return
    one.open = false
    signal(bus, 'NotificationClosed', 'uu', [id, reason])
  }

  function invoke(actionOf: (notification: DesktopNotification) => string | undefined): boolean {
    const one = notifications.findLast(({ open }) => open)
    const action = one === undefined ? undefined : actionOf(one)
    if (one === undefined || action === undefined) return false
    signal(bus, 'ActionInvoked', 'us', [one.id, action])
    close(one.id, 2)
    return true
  }

  function reply(call: DbusMessage): void {
    const result = answer(call)
    const back = { destination: call.sender, replySerial: call.serial }
    if (result === null) bus.send({ kind: 'error', errorName: 'org.freedesktop.DBus.Error.UnknownMethod', ...back })
    else bus.send({ kind: 'return', ...back, ...result })
  }

  const bus: MessageBus = await connectToBus(own.socket, {
    received(call) {
      if (call.kind !== 'call') return
      asked.push(call.member)
      if (how === 'waits' && call.member === 'Notify') waiting.push(call)
      else reply(call)
    },
    closed: () => undefined,
  })
  const serve = (): Promise<void> =>
    answered(bus, { ...busItself, member: 'RequestName', signature: 'su', body: [notificationService.destination, 0] })
  if (service) await serve()

  return {
    environment: own.environment,
    asked,
    notifications,
    press: (label) => invoke(({ actions }) => [...actions].find(([, text]) => text === label)?.[0]),
    click: () => invoke(({ actions }) => (actions.has('default') ? 'default' : undefined)),
    async pretend(id, action) {
      const stranger = await connectToBus(own.socket, { received: () => undefined, closed: () => undefined })
      signal(stranger, 'ActionInvoked', 'us', [id, action])
      // the bus answers in order: once this is answered the signal is on its way
      await answered(stranger, { ...busItself, member: 'GetId' })
      stranger.close()
    },
    behave(next) {
      how = next
      if (how !== 'waits') waiting.splice(0).forEach(reply)
    },
    serve,
    close: own.close,
  }
}

function signal(bus: MessageBus, member: string, signature: string, body: readonly DbusValue[]): void {
  const { path, interface: name } = notificationService
  bus.send({ kind: 'signal', path, interface: name, member, signature, body })
}
