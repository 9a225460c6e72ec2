import type { DbusDraft } from '../dbus/dbus-message'
import type { NotificationText } from '../desktop'
import { visibleText } from '../native-prompt'

/** The address of a desktop's notification service (Desktop Notifications Specification 1.2). */
export const notificationService = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
} as const

/** The action for a click on the notification itself. */
const clickAction = 'default'
const buttonAction = /^button-(\d+)$/
/** The longest time that the call can express, in ms. */
const longestTime = 2 ** 31 - 1
const urgencyNormal = 1

/**
 * The call that shows a notification. `markup`: the service parses the body as markup, so it is escaped. The service may remove the
 * notification after `lastsMs`; without it, never.
 */
export function notifyCall(
  { title, body, buttons = [], lastsMs = 0 }: NotificationText,
  { markup }: { readonly markup: boolean },
): Omit<DbusDraft, 'kind'> {
  const labels = buttons.flatMap((label, index) => [`button-${index}`, visibleText(label)])
  const text = visibleText(body)
  return {
    ...notificationService,
    member: 'Notify',
    signature: 'susssasa{sv}i',
    body: [
      'Parley',
      0,
      '',
      visibleText(title),
      markup ? escapeMarkup(text) : text,
      [clickAction, 'Parley', ...labels],
      [['urgency', { signature: 'y', value: urgencyNormal }]],
      Math.min(Math.max(0, Math.ceil(lastsMs)), longestTime),
    ],
  }
}

/** The meaning of such a call's action: the click, a button counted from 0, or null for an unknown one. */
export function meaningOf(action: string, buttons: number): 'clicked' | number | null {
  if (action === clickAction) return 'clicked'
  const index = Number(buttonAction.exec(action)?.[1] ?? Number.NaN)
  return index < buttons ? index : null
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
