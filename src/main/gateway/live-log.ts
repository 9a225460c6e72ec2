/** The formats that a client wants. */
export interface LiveFormat {
  readonly format: 'sse' | 'json'
  readonly sound: 'json' | 'binary' | 'none'
}

/** One item sent to a live client, numbered from 1. */
export type LiveItem =
  | { readonly number: number; readonly kind: 'chunk'; readonly chunk: unknown }
  | { readonly number: number; readonly kind: 'done' }
  | { readonly number: number; readonly kind: 'sound'; readonly sampleRate: number; readonly startSample: number; readonly pcm: Uint8Array }

/** Keeps items sent to a live client until it acknowledges them, within a size limit. */
export interface LiveLog {
  add(item: Wanting<LiveItem>): LiveItem
  /** The items after this number; null if some are no longer kept. */
  after(number: number): readonly LiveItem[] | null
  acknowledge(number: number): void
}

type Wanting<Item> = Item extends LiveItem ? Omit<Item, 'number'> : never

/** Limit for unacknowledged items: some minutes of sound. */
const MOST_BYTES = 16 * 1024 * 1024

export function createLiveLog(mostBytes = MOST_BYTES): LiveLog {
  const kept: { readonly item: LiveItem; readonly bytes: number }[] = []
  let last = 0
  let bytes = 0

  function drop(): void {
    bytes -= kept.shift()?.bytes ?? 0
  }

  return {
    add(wanted) {
      last += 1
      const item: LiveItem = { ...wanted, number: last }
      const size = item.kind === 'sound' ? item.pcm.byteLength + 64 : item.kind === 'chunk' ? JSON.stringify(item.chunk).length * 2 : 64
      kept.push({ item, bytes: size })
      bytes += size
      while (bytes > mostBytes && kept.length > 1) drop()
      return item
    },
    after(number) {
      const oldest = kept[0]?.item.number ?? last + 1
      if (number > last || number < oldest - 1) return null
      return kept.flatMap(({ item }) => (item.number > number ? [item] : []))
    },
    acknowledge(number) {
      while (kept[0] !== undefined && kept[0].item.number <= number) drop()
    },
  }
}

/**
 * An item in its wire format. Text: server-sent events with the number as `id`, or `{id, chunk}`. Binary sound: three unsigned 32-bit
 * numbers, little endian (number, sample rate, start sample), then s16le samples.
 */
export function liveWire(item: LiveItem, { format, sound }: LiveFormat): string | Uint8Array | null {
  if (item.kind === 'done')
    return format === 'sse' ? `id: ${item.number}\ndata: [DONE]\n\n` : JSON.stringify({ id: item.number, done: true })
  if (item.kind === 'chunk') return text(item.number, item.chunk, format)
  if (sound === 'none') return null
  const { number, sampleRate, startSample, pcm } = item
  if (sound === 'binary') {
    const bytes = new Uint8Array(12 + pcm.byteLength)
    const view = new DataView(bytes.buffer)
    for (const [index, value] of [number, sampleRate, startSample].entries()) view.setUint32(index * 4, value, true)
    bytes.set(pcm, 12)
    return bytes
  }
  const data = { chunk: Buffer.from(pcm).toString('base64'), sampleRate, channels: 1, bitDepth: 16, startSample }
  return text(number, { type: 'data-pcm', data, transient: true }, format)
}

function text(number: number, chunk: unknown, format: 'sse' | 'json'): string {
  return format === 'sse' ? `id: ${number}\ndata: ${JSON.stringify(chunk)}\n\n` : JSON.stringify({ id: number, chunk })
}
