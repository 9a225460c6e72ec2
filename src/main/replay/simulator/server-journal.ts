import type { Clock } from '../../../shared/lib/clock'
import type { JsonValue } from '../../../shared/lib/json'
import type { ReceivedFrame } from './fixture-server-types'

interface Waiter {
  readonly predicate: (received: readonly ReceivedFrame[]) => boolean
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Everything that clients sent and did wrong, and who waits for what. Keys and addresses are never written here. */
export class ServerJournal {
  private readonly frames: ReceivedFrame[] = []
  private readonly audio: Buffer[] = []
  private readonly problems: string[] = []
  private waiters: readonly Waiter[] = []
  private sentFrames = 0

  private readonly clock: Clock
  private readonly remembers: boolean

  /** `remembers`: whether frames and sound are held; mistakes are counted in any case. */
  constructor(clock: Clock, remembers = true) {
    this.clock = clock
    this.remembers = remembers
  }

  received(): readonly ReceivedFrame[] {
    return [...this.frames]
  }

  receivedAudio(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.audio))
  }

  violations(): readonly string[] {
    return [...this.problems]
  }

  sent(): number {
    return this.sentFrames
  }

  addSent(): void {
    this.sentFrames += 1
  }

  addFrame(protocol: ReceivedFrame['protocol'], connection: number, frame: JsonValue): void {
    if (this.remembers) this.frames.push({ protocol, connection, frame, at: this.clock.now() })
  }

  addAudio(pcm: Buffer): void {
    if (this.remembers) this.audio.push(pcm)
  }

  addViolation(message: string): void {
    if (this.remembers || this.problems.length < 100) this.problems.push(message)
  }

  waitFor(predicate: Waiter['predicate']): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiters = [...this.waiters, { predicate, resolve, reject }]
      this.notify()
    })
  }

  /** Asks all waiting predicates again. Called after everything that happens. */
  notify(): void {
    if (this.waiters.length === 0) return
    const waiters = this.waiters
    this.waiters = []
    const received = this.received()
    const unmet = waiters.filter((waiter) => !settle(waiter, received))
    this.waiters = [...unmet, ...this.waiters]
  }

  close(): void {
    for (const waiter of this.waiters) waiter.reject(new Error('the fixture server was closed before the awaited condition was met'))
    this.waiters = []
  }
}

function settle(waiter: Waiter, received: readonly ReceivedFrame[]): boolean {
  try {
    if (!waiter.predicate(received)) return false
    waiter.resolve()
  } catch (error) {
    waiter.reject(error)
  }
  return true
}
