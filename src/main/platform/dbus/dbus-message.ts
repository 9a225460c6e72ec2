import { createValueReader, createValueWriter, type DbusValue, isList, isVariant, textOf } from './dbus-value'

const kinds = ['call', 'return', 'error', 'signal'] as const

/** One D-Bus message. Fields that its type does not have are empty, or 0. */
export interface DbusMessage {
  readonly kind: (typeof kinds)[number]
  readonly serial: number
  /** the call that this return or error answers */
  readonly replySerial: number
  readonly path: string
  readonly interface: string
  readonly member: string
  readonly errorName: string
  readonly destination: string
  /** The sender; the bus itself writes this, so nobody can impersonate another. */
  readonly sender: string
  readonly signature: string
  readonly body: readonly DbusValue[]
}

/** The fields that a sender sets; the others are empty. */
export type DbusDraft = Pick<DbusMessage, 'kind'> & Partial<Omit<DbusMessage, 'kind' | 'sender' | 'serial'>>

/** The header's fields (D-Bus specification, "Header Fields"): their code, name and type. */
const fields = [
  [1, 'path', 'o'],
  [2, 'interface', 's'],
  [3, 'member', 's'],
  [4, 'errorName', 's'],
  [5, 'replySerial', 'u'],
  [6, 'destination', 's'],
  [7, 'sender', 's'],
  [8, 'signature', 'g'],
] as const

const LITTLE_ENDIAN = 0x6c
const VERSION = 1
/** The specification's limit, in bytes. */
const largestMessage = 128 * 1024 * 1024
const fixedHeader = 16

/** Writes a message in little-endian. Throws if the body does not match its signature. */
export function encodeMessage(draft: DbusDraft, serial: number): Buffer {
  const { kind, signature = '', body = [] } = draft
  const content = createValueWriter()
  content.write(signature, body)
  const header = createValueWriter()
  const given = fields.flatMap(([code, name, type]) => {
    const value = name === 'sender' ? undefined : draft[name]
    return value === undefined || value === '' || value === 0 ? [] : [[code, { signature: type, value }]]
  })
  header.write('yyyyuua(yv)', [LITTLE_ENDIAN, kinds.indexOf(kind) + 1, 0, VERSION, content.bytes().length, serial, given])
  header.align(8)
  return Buffer.concat([header.bytes(), content.bytes()])
}

/** Takes complete messages from the beginning of the buffer. Throws if it is not D-Bus. */
export function decodeMessages(received: Buffer): { readonly messages: readonly DbusMessage[]; readonly rest: Buffer } {
  const messages: DbusMessage[] = []
  let rest = received
  for (let size = sizeOf(rest); size !== null && size <= rest.length; size = sizeOf(rest)) {
    const message = decodeMessage(rest.subarray(0, size))
    if (message !== null) messages.push(message)
    rest = rest.subarray(size)
  }
  return { messages, rest }
}

/** The length of the first message; null until it is known. */
function sizeOf(buffer: Buffer): number | null {
  if (buffer.length < fixedHeader) return null
  const littleEndian = buffer[0] === LITTLE_ENDIAN
  const number = (at: number): number => (littleEndian ? buffer.readUInt32LE(at) : buffer.readUInt32BE(at))
  const size = Math.ceil((fixedHeader + number(12)) / 8) * 8 + number(4)
  if (size > largestMessage) throw new Error('the D-Bus message is too large')
  return size
}

/** Null for an unknown type, which must be ignored. */
function decodeMessage(buffer: Buffer): DbusMessage | null {
  const reader = createValueReader(buffer, buffer[0] === LITTLE_ENDIAN)
  const [, kindNumber, , , , serial, given] = reader.read('yyyyuua(yv)')
  reader.align(8)
  const kind = kinds[Number(kindNumber) - 1]
  if (kind === undefined) return null
  const found = fieldsOf(given)
  const textAt = (code: number): string => textOf(found.get(code))
  const signature = textAt(8)
  const content = createValueReader(buffer.subarray(reader.at()), buffer[0] === LITTLE_ENDIAN)
  return {
    kind,
    serial: Number(serial),
    path: textAt(1),
    interface: textAt(2),
    member: textAt(3),
    errorName: textAt(4),
    replySerial: Number(textAt(5)),
    destination: textAt(6),
    sender: textAt(7),
    signature,
    body: content.read(signature),
  }
}

function fieldsOf(given: DbusValue | undefined): ReadonlyMap<number, DbusValue> {
  const found = new Map<number, DbusValue>()
  for (const field of isList(given) ? given : []) {
    const [code, value] = isList(field) ? field : []
    if (isVariant(value)) found.set(Number(code), value.value)
  }
  return found
}
