import { assertNever } from '../../shared/lib/assert-never'
import type { Clock } from '../../shared/lib/clock'
import { onChange } from '../../shared/lib/on-change'
import { attachMicrophone } from './attach-microphone'
import { browserClock } from './browser-clock'
import { type CaptureChannel, createCaptureChannel } from './capture-channel'
import type { Capture, CaptureSettings, CaptureTalk as Talk } from './capture-settings'
import { FRAMES_MISSING_MS, HANDSHAKE_MS, REBUILD_MS, REBUILD_PAUSE_MS, TAIL_LENGTH } from './capture-times'
import { type DeviceWatch, watchDevices } from './device-watch'
import { type LevelReading, publishLevel } from './levels'
import { type CaptureFailure, type MicrophoneSource, openingKey } from './microphone'
import { SilenceWatch } from './silence-watch'
import { createWatchdog, type Watchdog } from './watchdog'
import type { CaptureReport } from './worklets/messages'

export type { Capture, CaptureSettings } from './capture-settings'

/** Creates the capture. The microphone is opened at the first `start`, or at `refresh` if it should be warm. */
export function createCapture(settings: CaptureSettings): Capture {
  return new MicrophoneCapture(settings)
}

class MicrophoneCapture implements Capture {
  readonly #settings: CaptureSettings
  readonly #clock: Clock
  readonly #devices: MicrophoneSource | undefined
  readonly #onLevel: (reading: LevelReading) => void
  readonly #silence: SilenceWatch
  readonly #line: CaptureChannel
  /** Frames, or the requested end, must arrive in time. */
  readonly #watchdog: Watchdog
  readonly #watch: DeviceWatch
  readonly #reportLost: (lost: boolean) => void
  #lineConstraints = ''
  #talk: Talk | null = null
  /** Changes whenever a pending opening is no longer wanted. */
  #generation = 0
  #opening = false
  #serial = 0
  readonly #isAsWanted = (): boolean => this.#lineConstraints === openingKey(this.#settings.getConstraints())
  /** Voice detection listens, also between talks. */
  #listening = false
  #closed = false

  constructor(settings: CaptureSettings) {
    this.#settings = settings
    this.#clock = settings.clock ?? browserClock
    this.#devices = settings.mediaDevices ?? navigator.mediaDevices
    this.#onLevel = settings.onLevel ?? publishLevel
    this.#silence = new SilenceWatch(this.#clock)
    this.#watchdog = createWatchdog(this.#clock, () => this.#lose(true))
    this.#line = createCaptureChannel({
      clock: this.#clock,
      openLine: settings.openLine,
      isDirect: () => settings.getConstraints().directCapture,
      onReport: (report) => this.#hear(report),
      onLost: () => this.#lose(false),
      onMuted: (muted) => settings.onMuted?.(muted),
    })
    this.#watch = watchDevices(this.#devices, this.#clock, (isOtherDefault) => this.#look(isOtherDefault))
    this.#reportLost = onChange<boolean>(false, (lost) => settings.onLost?.(lost))
  }

  start(talkId: string, from: number | null = null): void {
    if (this.#closed) return
    const talk = this.#talk
    if (talk?.talkId === talkId) {
      if (talk.phase === 'tail') this.#begin(talk)
      return
    }
    if (talk) this.cancel()
    this.#silence.reset()
    const next: Talk = { talkId, phase: 'opening', heard: false, from }
    if (this.#line.stream && this.#isAsWanted()) return this.#begin(next)
    this.#release()
    this.#talk = next
    void this.#open(null)
  }

  stop(tailLength = TAIL_LENGTH): void {
    const talk = this.#talk
    if (!talk || talk.phase === 'tail') return
    if (talk.phase === 'opening' || !this.#line.stream) {
      this.#finish(false)
      return
    }
    this.#serial += 1
    this.#talk = { ...talk, phase: 'tail' }
    this.#line.send({ type: 'finish', serial: this.#serial, tailLength })
    this.#watchdog.expect(HANDSHAKE_MS)
  }

  cancel(): void {
    const talk = this.#talk
    if (!talk) return
    const reported = talk.phase !== 'opening' && this.#line.stream !== null
    if (reported) this.#line.send({ type: 'cancel' })
    this.#finish(reported)
  }

  listen(openPort: (() => MessagePort) | null): void {
    this.#line.listen(openPort)
    this.#listening = openPort !== null
    this.#expectSound()
  }

  refresh(): void {
    if (this.#closed) return
    if (!this.#talk) this.#settle()
    else if (this.#talk.phase !== 'tail' && !this.#isAsWanted()) this.#lose(false)
  }

  renew(): void {
    if (this.#closed || this.#talk) return
    this.#release()
    this.#settle()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.cancel()
    this.#release()
    this.#line.close()
    this.#watch.close()
  }

  /**
   * Opens the microphone for the talk or to stay warm. `lostAt`: when the previous one was lost; null for a first
   * opening.
   */
  async #open(lostAt: number | null): Promise<void> {
    this.#generation += 1
    const generation = this.#generation
    this.#opening = true
    this.#lineConstraints = openingKey(this.#settings.getConstraints())
    const failure = await attachMicrophone({
      devices: this.#devices,
      line: this.#line,
      constraints: this.#settings.getConstraints(),
      clock: this.#clock,
      isWanted: () => generation === this.#generation,
      onDefaultUsed: () => this.#settings.onDefaultUsed?.(),
    })
    if (generation !== this.#generation) return
    if (failure === null) {
      this.#opening = false
      this.#watch.opened()
      if (this.#talk) this.#begin(this.#talk)
      else this.#expectSound()
      return
    }
    const again = lostAt !== null && failure.reason !== 'refused' && this.#clock.now() - lostAt < REBUILD_MS
    if (!again) {
      this.#fail(failure)
      return
    }
    if (this.#talk) this.#reportLost(true)
    this.#clock.after(REBUILD_PAUSE_MS, () => {
      if (generation === this.#generation) void this.#open(lostAt)
    })
  }

  #begin(talk: Talk): void {
    this.#talk = { ...talk, phase: 'talking' }
    this.#line.send({ type: 'start', talkId: talk.talkId, heard: talk.heard, from: talk.from })
    this.#expectSound()
  }

  #hear(report: CaptureReport): void {
    const talk = this.#talk
    switch (report.type) {
      case 'started':
        if (talk?.talkId !== report.talkId) break
        this.#talk = { ...talk, heard: true }
        this.#settings.onStart?.(report.talkId)
        break
      case 'ended':
        if (talk?.phase === 'tail' && talk.talkId === report.talkId && this.#serial === report.serial) this.#finish(true)
        break
      case 'level': {
        this.#reportLost(false)
        // levels come as often as frames do, and only while somebody talks or voice detection listens
        this.#expectSound()
        const change = talk ? this.#silence.hear(report.peak) : null
        if (talk && change !== null) this.#settings.onSilent?.(talk.talkId, change === 'silent')
        this.#onLevel({ source: 'microphone', waiting: talk === null, rms: report.rms, peak: report.peak, waveform: report.waveform })
        break
      }
      default:
        assertNever(report, 'capture report')
    }
  }

  /** Sound must arrive during a talk, and between talks if voice detection listens to the open microphone. */
  #expectSound(): void {
    const listened = this.#listening && this.#line.stream !== null
    if (this.#talk === null ? listened : this.#talk.phase === 'talking') this.#watchdog.expect(FRAMES_MISSING_MS)
    else if (this.#talk === null) this.#watchdog.stop()
  }

  /** The microphone is lost: during a talk it is reopened for up to 2 s, and so is a warm one. */
  #lose(broken: boolean): void {
    const lostAt = this.#clock.now()
    this.#watchdog.stop()
    this.#line.detach(broken)
    if (this.#talk?.phase === 'tail') this.#finish(false)
    else if (this.#talk || this.#settings.getConstraints().warmMicrophone) void this.#open(lostAt)
  }

  /** `reported`: the channel reports the end itself, after the last frame. */
  #finish(reported: boolean): void {
    const talk = this.#talk
    this.#talk = null
    this.#reportLost(false)
    this.#settle()
    this.#expectSound()
    if (talk && !reported) this.#settings.onEnd(talk.talkId)
  }

  #fail(failure: CaptureFailure): void {
    const talkId = this.#talk?.talkId ?? null
    this.#talk = null
    this.#reportLost(false)
    this.#release()
    this.#settings.onFailure(failure, talkId)
  }

  /** Nobody talks: the open microphone stays only if it should be warm and matches the settings. */
  #settle(): void {
    const warm = !this.#closed && this.#settings.getConstraints().warmMicrophone
    const open = this.#line.stream !== null || this.#opening
    if (warm && open && this.#isAsWanted()) return
    this.#release()
    if (warm) void this.#open(null)
  }

  /** Releases the microphone and a pending opening, and discards the buffer. */
  #release(): void {
    this.#generation += 1
    this.#opening = false
    this.#watchdog.stop()
    this.#line.detach(false)
    this.#line.send({ type: 'reset' })
  }

  #look(isOtherDefault: boolean): void {
    const ended = this.#line.stream?.getTracks().some((track) => track.readyState === 'ended')
    // a stream that was opened as the default stays at the device that was the default then
    const moved = isOtherDefault && this.#line.stream !== null && this.#settings.getConstraints().microphoneId === ''
    if (ended || moved) this.#lose(false)
    else this.refresh()
  }
}
