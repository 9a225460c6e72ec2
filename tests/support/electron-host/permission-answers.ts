import { type Session, session, type WebContents } from 'electron'
import { guardPermissions } from '../../../src/main/platform/electron/lockdown'

type Handlers = {
  -readonly [Name in 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler']?: Parameters<
    Session[Name]
  >[0]
}
type RequestHandler = NonNullable<Handlers['setPermissionRequestHandler']>
type CheckHandler = NonNullable<Handlers['setPermissionCheckHandler']>

/** One permission request, in Electron's form. */
export interface PermissionQuestion {
  readonly permission: string
  readonly address: string
  readonly isMainFrame: boolean
  readonly media: readonly ('audio' | 'video')[]
}

/** The ways in which that page gets this permission: when it is requested, looked up, or used for a device. */
export type PermissionAnswers = (contents: WebContents, question: PermissionQuestion) => Promise<readonly string[]>

/** Lets the host set its handlers again, on a session that only records them. Electron must be ready. */
export function permissionAnswers(): PermissionAnswers {
  const handlers: Handlers = {}
  const own = session.defaultSession
  const names = ['setPermissionRequestHandler', 'setPermissionCheckHandler', 'setDevicePermissionHandler'] as const
  for (const name of names) Object.assign(own, { [name]: (handler: never) => Object.assign(handlers, { [name]: handler }) })
  try {
    guardPermissions()
  } finally {
    for (const name of names) Reflect.deleteProperty(own, name)
  }
  return async (contents, { permission, address, isMainFrame, media }) => {
    const asked = await new Promise<boolean>((resolve) =>
      handlers.setPermissionRequestHandler?.(contents, permission as Parameters<RequestHandler>[1], resolve, {
        isMainFrame,
        requestingUrl: address,
        mediaTypes: [...media],
      }),
    )
    // a look-up names one kind of media
    const [mediaType] = media
    const lookUp = (details: { readonly requestingUrl?: string }): boolean =>
      media.length < 2 &&
      handlers.setPermissionCheckHandler?.(contents, permission as Parameters<CheckHandler>[1], address, {
        isMainFrame,
        ...(mediaType !== undefined && { mediaType }),
        ...details,
      }) !== false
    const device = (['hid', 'serial', 'usb'] as const).some((deviceType) =>
      handlers.setDevicePermissionHandler?.({
        deviceType,
        origin: address,
        device: { portId: '1', portName: 'a device' },
      }),
    )
    return [
      ...(asked ? ['asked'] : []),
      ...(lookUp({ requestingUrl: address }) ? ['looked up'] : []),
      ...(lookUp({}) ? ['looked up by its host'] : []),
      ...(device ? ['device'] : []),
    ]
  }
}
