import type { Clock } from '../../../shared/lib/clock'
import type { Disposable } from '../../lib/disposable'
import { sessionBusSocket } from '../dbus/bus-address'
import type { DbusMessage } from '../dbus/dbus-message'
import { isList, textOf } from '../dbus/dbus-value'
import { busItself, connectToBus, type MessageBus } from '../dbus/message-bus'
import type { NotificationListener, NotificationText } from '../desktop'
import { meaningOf, notificationService, notifyCall } from './notify-call'

/** Notifications with buttons, shown by a Linux desktop's service. */
export interface LinuxNotifications {
  /** Whether the desktop's service shows buttons, as far as is known. An unknown service is looked up again. */
  buttons(): boolean
  show(words: NotificationText, listener: NotificationListener): Disposable
}

/** Dependencies of the notifications. */
export interface LinuxNotificationsOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Brings the window to the front. */
  bringToFront(): void
  report(what: string, detail: unknown): void
}

interface Shown {
  readonly listener: NotificationListener
  readonly buttons: number
  /** The connection of the service that showed it: signals of others are ignored. */
  readonly service: string
}

/** A service that has not shown a notification within this time counts as missing. */
const ANSWER_MS = 5000

const signalsWanted = [
  `type='signal',sender='${notificationService.destination}',interface='${notificationService.interface}'`,
  `type='signal',sender='${busItself.destination}',member='NameOwnerChanged',arg0='${notificationService.destination}'`,
]

/** Looks for the desktop's notification service at once. */
export function createLinuxNotifications({ environment, clock, bringToFront, report }: LinuxNotificationsOptions): LinuxNotifications {
  const shown = new Map<number, Shown>()
  let bus: MessageBus | null = null
  let looking = false
  /** null: no service is known */
  let service: { readonly buttons: boolean; readonly markup: boolean } | null = null

  function received({ kind, sender, member, body }: DbusMessage): void {
    if (kind !== 'signal') return
    if (sender !== busItself.destination) return heard(sender, member, Number(body[0]), textOf(body[1]))
    if (member !== 'NameOwnerChanged') return
    // another service, or none: notifications of the earlier one are gone
    forget()
    if (body[2] !== '') askWhatItCan()
  }

  function heard(sender: string, member: string, id: number, action: string): void {
    const one = shown.get(id)
    if (one === undefined || one.service !== sender) return
    if (member === 'NotificationClosed') shown.delete(id)
    const meaning = member === 'ActionInvoked' ? meaningOf(action, one.buttons) : null
    if (meaning === null) return
    shown.delete(id)
    if (meaning === 'clicked') {
      bringToFront()
      one.listener.clicked()
    } else one.listener.pressed(meaning)
  }

  function forget(): void {
    service = null
    shown.clear()
  }

  function look(): void {
    const socket = sessionBusSocket(environment)
    if (looking || socket === null) return
    looking = true
    const listener = {
      received,
      closed() {
        bus = null
        forget()
      },
    }
    connectToBus(socket, listener)
      .then((connected) => {
        bus = connected
        for (const rule of signalsWanted) bus.call({ ...busItself, member: 'AddMatch', signature: 's', body: [rule] }, () => undefined)
        askWhatItCan()
      })
      .catch((error: unknown) => report('no session bus', error))
      .finally(() => {
        looking = false
      })
  }

  function askWhatItCan(): void {
    bus?.call({ ...notificationService, member: 'GetCapabilities' }, (answer) => {
      const [names] = answer?.kind === 'return' ? answer.body : []
      if (isList(names)) service = { buttons: names.includes('actions'), markup: names.includes('body-markup') }
    })
  }

  look()
  return {
    buttons() {
      if (bus === null) look()
      else if (service === null) askWhatItCan()
      return service?.buttons ?? false
    },
    show(words, listener) {
      let id: number | null = null
      let over = false
      const end = (): void => {
        over = true
        late.cancel()
        if (id === null) return
        shown.delete(id)
        bus?.call({ ...notificationService, member: 'CloseNotification', signature: 'u', body: [id] }, () => undefined)
      }
      const fail = (): void => {
        if (over) return
        end()
        forget()
        listener.failed?.()
      }
      const late = clock.after(bus === null ? 0 : ANSWER_MS, fail)
      bus?.call(notifyCall(words, { markup: service?.markup ?? false }), (answer) => {
        if (answer?.kind !== 'return') return fail()
        late.cancel()
        id = Number(answer.body[0])
        // removed before it appeared
        if (over) return end()
        shown.set(id, { listener, buttons: words.buttons?.length ?? 0, service: answer.sender })
        listener.shown?.()
      })
      return { dispose: () => (over ? undefined : end()) }
    },
  }
}
