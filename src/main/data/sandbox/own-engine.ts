import { createRequire } from 'node:module'
import type sqlite from 'node-sqlite3-wasm'
import type { Database } from 'node-sqlite3-wasm'

type Engine = typeof sqlite

const PACKAGE = 'node-sqlite3-wasm'

let engine: Engine | null = null
const open = new Set<Database>()

/** Most bytes that the memory of an engine may grow to; a request for more fails as if there were none. */
let mostMemory = Number.POSITIVE_INFINITY

const PAGE_BYTES = 65_536

interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}
declare const WebAssembly: { readonly Memory: { readonly prototype: WasmMemory } }

const { grow } = WebAssembly.Memory.prototype

/** Bounds the memory of this job's engine, in bytes. It is the only WebAssembly of its thread, and has no limit of its own below 2 GB. */
export function limitMemory(bytes: number): void {
  mostMemory = bytes
  Object.defineProperty(WebAssembly.Memory.prototype, 'grow', {
    configurable: true,
    writable: true,
    value(this: WasmMemory, pages: number): number {
      if (this.buffer.byteLength + pages * PAGE_BYTES > mostMemory) throw new RangeError('the engine may have no more memory')
      return grow.call(this, pages)
    },
  })
}

/**
 * Opens a database in the engine of the job that runs: one that was made for it alone, with memory of its own. What a job left in
 * that memory, or broke there, is gone with it (`endEngine`), although its worker stays for the next.
 */
export function openDatabase(...place: ConstructorParameters<Engine['Database']>): Database {
  engine ??= newEngine()
  const database = new engine.Database(...place)
  open.add(database)
  return database
}

/** Lets go of the engine and its memory. False where a job left something open that can't be closed: its worker must end then. */
export function endEngine(): boolean {
  let orderly = true
  for (const database of open) {
    try {
      if (database.isOpen) database.close()
    } catch {
      orderly = false
    }
  }
  open.clear()
  engine = null
  return orderly
}

/** The package keeps one engine for each time that it is loaded: loaded anew, it makes a new one. */
function newEngine(): Engine {
  const load = createRequire(import.meta.url)
  // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- what the package says of itself
  const made = load(PACKAGE) as Engine
  // not remembered anywhere, so that its memory goes when the job is over
  Reflect.deleteProperty(load.cache, load.resolve(PACKAGE))
  return made
}
