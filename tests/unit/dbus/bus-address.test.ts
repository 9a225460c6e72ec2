import { describe, expect, it } from 'vitest'
import { sessionBusSocket } from '../../../src/main/platform/dbus/bus-address'

describe('the socket of the session bus', () => {
  it.each([
    ['unix:path=/run/user/1000/bus', '/run/user/1000/bus'],
    ['unix:path=/run/user/1000/bus,guid=0123', '/run/user/1000/bus'],
    ['unix:guid=0123,path=/tmp/a%20b', '/tmp/a b'],
    ['unix:abstract=/tmp/dbus-x,guid=0123', '\0/tmp/dbus-x'],
    ['tcp:host=127.0.0.1,port=1;unix:path=/tmp/bus', '/tmp/bus'],
    ['disabled:', null],
    ['unix:path=%', null],
    ['nonsense', null],
  ])('of %s is %j', (address, socket) => {
    expect(sessionBusSocket({ DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: '/run/user/1000' })).toBe(socket)
  })

  it('is where systemd puts it if none is named', () => {
    expect(sessionBusSocket({ XDG_RUNTIME_DIR: '/run/user/1000' })).toBe('/run/user/1000/bus')
    expect(sessionBusSocket({})).toBeNull()
  })
})
