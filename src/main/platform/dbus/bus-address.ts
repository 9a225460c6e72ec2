/**
 * The socket of the user's session bus in the form for `net.connect`; null if none is named. `DBUS_SESSION_BUS_ADDRESS` lists
 * addresses like `unix:path=/run/user/1000/bus,guid=…`, separated by `;` (D-Bus specification, "Server Addresses"); without it the bus
 * is where systemd puts it. Node 20 pads the name of an abstract socket, so that it cannot meet one of another program: the connection
 * fails there.
 */
export function sessionBusSocket({
  DBUS_SESSION_BUS_ADDRESS,
  XDG_RUNTIME_DIR,
}: Readonly<Record<string, string | undefined>>): string | null {
  if (DBUS_SESSION_BUS_ADDRESS === undefined || DBUS_SESSION_BUS_ADDRESS === '') {
    return XDG_RUNTIME_DIR === undefined || XDG_RUNTIME_DIR === '' ? null : `${XDG_RUNTIME_DIR}/bus`
  }
  for (const address of DBUS_SESSION_BUS_ADDRESS.split(';')) {
    const [transport, parts] = splitOnce(address, ':')
    if (transport !== 'unix') continue
    const keys = new Map(parts.split(',').map((pair) => splitOnce(pair, '=')))
    const path = unescaped(keys.get('path'))
    if (path !== null) return path
    const abstract = unescaped(keys.get('abstract'))
    if (abstract !== null) return `\0${abstract}`
  }
  return null
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Values are escaped like parts of a URL; null if the value is missing or malformed. */
function unescaped(value: string | undefined): string | null {
  if (value === undefined || value === '') return null
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
