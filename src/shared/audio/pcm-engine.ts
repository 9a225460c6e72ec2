import type { PcmEngineSettings, PlaybackEventKind, TurnAccount } from './pcm-engine-types'
import { Prebuffer } from './prebuffer'
import { Stretcher } from './stretch'
import { TurnAudio } from './turn-audio'

export type { PcmEngineSettings, PlaybackEventKind, TurnAccount } from './pcm-engine-types'

const MAX_WAIT_MS = 200
const FADE_MS = 3
/** A gap longer than this is a pause of the speaker, not network jitter. */
const PAUSE_MS = 1000
const REMEMBERED_TURNS = 128

/**
 * The player: a queue of 16-bit chunks in, float blocks out. Sound starts when enough is buffered (120 ms at first; 80 to 400 ms,
 * adapted to how the sound arrives), when the turn has ended, or after 200 ms. A turn that runs out of samples fades out over 3 ms,
 * buffers again and fades in; a flush fades out over 3 ms and drops the rest, including what still arrives for that turn. Otherwise
 * samples are not altered: at speed 1 and without stalls the output equals the input. Turns play in the order of their first chunk.
 * `process` allocates nothing.
 */
export class PcmEngine {
  readonly #sampleRate: number
  readonly #onEvent: (kind: PlaybackEventKind, turnId: string, position: number) => void
  readonly #turns = new Map<string, TurnAudio>()
  readonly #order: TurnAudio[] = []
  readonly #prebuffer: Prebuffer
  readonly #stretcher: Stretcher
  readonly #ramp: Float32Array
  readonly #tail: Float32Array
  #tailAt = 0
  #tailLength = 0
  #playing = false
  #fadeInAt: number
  #waited = 0
  #dryFor = 0
  #stalls = 0
  #pauses = 0

  constructor(settings: PcmEngineSettings) {
    this.#sampleRate = settings.sampleRate
    this.#onEvent = settings.onEvent ?? (() => {})
    this.#prebuffer = new Prebuffer(settings.sampleRate)
    this.#stretcher = new Stretcher(settings.sampleRate)
    const fade = this.#samples(FADE_MS)
    this.#ramp = Float32Array.from({ length: fade }, (_, index) => 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / fade))
    this.#tail = new Float32Array(fade)
    this.#fadeInAt = fade
  }

  /** How often sound was missing for up to a second before more of the turn followed. */
  get stalls(): number {
    return this.#stalls
  }

  /** How often a turn was silent for longer before it continued. */
  get pauses(): number {
    return this.#pauses
  }

  /** Samples that must be buffered before an open turn starts. */
  get target(): number {
    return this.#prebuffer.target
  }

  /** The turn that plays or is waited for now, or null. */
  get currentTurn(): (TurnAccount & { readonly turnId: string }) | null {
    return this.#order[0] ?? null
  }

  /** Playback speed, 0.75 to 1.5; the pitch stays the same. */
  get speed(): number {
    return this.#stretcher.speed
  }

  /** Changes the speed, also of the turn that plays now. */
  setSpeed(speed: number): void {
    this.#stretcher.setSpeed(speed)
  }

  /** True while samples come out. */
  get playing(): boolean {
    return this.#playing
  }

  /** The sample counts of a turn, or null for an unknown or forgotten one. */
  account(turnId: string): TurnAccount | null {
    return this.#turns.get(turnId) ?? null
  }

  /** Was this turn cut off? */
  isFlushed(turnId: string): boolean {
    return this.#turns.get(turnId)?.flushed ?? false
  }

  /** Queues samples of a turn; `startSample` is their index in the turn. The engine keeps the array. Never refuses. */
  push(samples: Int16Array, turnId: string, startSample: number): void {
    const turn = this.#turn(turnId)
    turn.push(samples, startSample)
    if (turn.flushed || samples.length === 0) return
    turn.ended = false
    if (!this.#order.includes(turn)) this.#order.push(turn)
  }

  /** Marks the turn as complete for now: its queue plays to the last sample, then `end` is reported. */
  end(turnId: string): void {
    const turn = this.#turn(turnId)
    if (turn.flushed || turn.ended) return
    turn.ended = true
    if (turn.buffered > 0) return
    this.#remove(turn)
    this.#onEvent('end', turnId, turn.position)
  }

  /** Stops this turn within 3 ms, without a click, and drops the rest of it. Other turns are unaffected. */
  flush(turnId: string): void {
    const turn = this.#turn(turnId)
    if (turn.flushed) return
    if (this.#playing && this.#order[0] === turn) this.#fadeOut(turn)
    turn.flush()
    this.#remove(turn)
    this.#onEvent('flush', turnId, turn.position)
  }

  /** Fills `out` with the next samples, or with silence. */
  process(out: Float32Array): void {
    let at = this.#playTail(out, 0)
    while (at < out.length) {
      const turn = this.#order[0]
      if (!turn) break
      if (turn.buffered === 0) {
        if (!this.#isClosed(turn)) break
        this.#remove(turn)
        if (turn.ended) this.#onEvent('end', turn.turnId, turn.position)
        continue
      }
      if (!this.#playing && !this.#start(turn)) break
      at = this.#play(turn, out, at)
    }
    out.fill(0, at)
    this.#keepTime(out.length, out.length - at)
  }

  /** Whether nothing more can follow the queued samples of this turn. */
  #isClosed(turn: TurnAudio): boolean {
    return turn.ended || this.#order.length > 1
  }

  #start(turn: TurnAudio): boolean {
    const enough = turn.buffered >= this.#prebuffer.target || this.#isClosed(turn) || this.#waited >= this.#samples(MAX_WAIT_MS)
    if (!enough) return false
    this.#playing = true
    this.#prebuffer.started()
    if (!turn.stalled) {
      this.#onEvent(turn.played === 0 ? 'start' : 'resume', turn.turnId, turn.position)
      return true
    }
    turn.stalled = false
    this.#fadeInAt = 0
    if (this.#dryFor > this.#samples(PAUSE_MS)) {
      this.#pauses += 1
      this.#prebuffer.takeBack()
    } else {
      this.#stalls += 1
    }
    this.#onEvent('resume', turn.turnId, turn.position)
    return true
  }

  #play(turn: TurnAudio, out: Float32Array, at: number): number {
    const room = out.length - at
    const count = this.#stretcher.read(turn, out, at, room, this.#isClosed(turn) ? 0 : this.#ramp.length)
    this.#fadeIn(out, at, count)
    // less than a block and a fade is left of an open turn: it fades out now, because it would be cut otherwise
    if (count === room || this.#isClosed(turn)) return at + count
    this.#fadeOut(turn)
    this.#stall(turn)
    return this.#playTail(out, at + count)
  }

  #stall(turn: TurnAudio): void {
    this.#playing = false
    this.#waited = 0
    this.#dryFor = 0
    turn.stalled = true
    this.#prebuffer.stalled()
    this.#onEvent('stall', turn.turnId, turn.position)
  }

  #fadeIn(out: Float32Array, at: number, count: number): void {
    const fade = Math.min(count, this.#ramp.length - this.#fadeInAt)
    for (let index = 0; index < fade; index += 1) out[at + index] = (out[at + index] ?? 0) * (this.#ramp[this.#fadeInAt + index] ?? 1)
    this.#fadeInAt += fade
  }

  /** Moves the turn's next samples, at most 3 ms, into the tail and shapes them into a fade-out. */
  #fadeOut(turn: TurnAudio): void {
    const count = this.#stretcher.read(turn, this.#tail, 0, this.#tail.length, 0)
    this.#stretcher.reset()
    this.#fadeIn(this.#tail, 0, count)
    for (let index = 0; index < count; index += 1) {
      const shape = Math.floor(((count - 1 - index) * this.#ramp.length) / count)
      this.#tail[index] = (this.#tail[index] ?? 0) * (this.#ramp[shape] ?? 0)
    }
    this.#tailAt = 0
    this.#tailLength = count
    this.#fadeInAt = this.#ramp.length
  }

  #playTail(out: Float32Array, at: number): number {
    const count = Math.min(out.length - at, this.#tailLength - this.#tailAt)
    for (let index = 0; index < count; index += 1) out[at + index] = this.#tail[this.#tailAt + index] ?? 0
    this.#tailAt += count
    return at + count
  }

  #keepTime(length: number, silent: number): void {
    if (this.#playing) return this.#prebuffer.played(length)
    this.#dryFor += silent
    if ((this.#order[0]?.buffered ?? 0) > 0) this.#waited += silent
  }

  #turn(turnId: string): TurnAudio {
    const known = this.#turns.get(turnId)
    if (known) return known
    const turn = new TurnAudio(turnId)
    this.#turns.set(turnId, turn)
    for (const [oldId, old] of this.#turns) {
      if (this.#turns.size <= REMEMBERED_TURNS) break
      if (!this.#order.includes(old) && old !== turn) this.#turns.delete(oldId)
    }
    return turn
  }

  #remove(turn: TurnAudio): void {
    const index = this.#order.indexOf(turn)
    if (index < 0) return
    this.#order.splice(index, 1)
    if (index > 0) return
    this.#stretcher.reset()
    this.#playing = false
    this.#waited = 0
    this.#fadeInAt = this.#ramp.length
  }

  #samples(milliseconds: number): number {
    return Math.round((milliseconds * this.#sampleRate) / 1000)
  }
}
