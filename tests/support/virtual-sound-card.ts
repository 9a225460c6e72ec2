import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bytesToSamples } from '../../src/shared/audio/pcm'

const run = promisify(execFile)

/** Names of the devices, as programs on the computer see them. */
const SPEAKER = 'speaker'
const ROOM = 'room'
const MICROPHONE = 'microphone'

/** The kind of card: a desktop's sound card, or a headset in telephone quality (16 kHz, one channel, both ways). */
export type SoundCardKind = 'desktop' | 'headset'

const FORMATS: Readonly<Record<SoundCardKind, { readonly sampleRate: number; readonly speakerChannels: number }>> = {
  desktop: { sampleRate: 48_000, speakerChannels: 2 },
  headset: { sampleRate: 16_000, speakerChannels: 1 },
}

/** Recorded sound: mono, at `sampleRate`. */
export interface Recording {
  readonly sampleRate: number
  /** The sound recorded so far. */
  samples(): Int16Array
  /** Ends it and returns all of it. */
  stop(): Promise<Int16Array>
}

/** A sound card that is only a PulseAudio server of the test's own; inaudible, in real time. */
export interface VirtualSoundCard {
  /** The environment of the program that should use this card. */
  readonly environment: Readonly<Record<string, string>>
  readonly sampleRate: number
  /** Plays a WAV file into the microphone; resolves at its end. */
  speak(file: string): Promise<void>
  /** Plays a WAV file at the loudspeaker, as another program would; resolves at its end. */
  playFile(file: string): Promise<void>
  /** Records what the loudspeaker plays, or what the microphone gets, from now on. */
  record(what: 'speaker' | 'microphone'): Promise<Recording>
  /**
   * From now on the microphone also gets the loudspeaker's sound, softer and later by this much. Returns the function
   * that ends it.
   */
  echo(loop: { readonly decibels: number; readonly delayMs: number }): Promise<() => Promise<void>>
  /** Mutes the microphone like a switch on the device: programs get silence. */
  muteMicrophone(muted: boolean): Promise<void>
  /** Runs a command on the server, as `pactl` does; returns its output. */
  control(...args: readonly string[]): Promise<string>
  /** Crashes the server; returns the function that starts another one, which no program knows of yet. */
  crash(): Promise<() => Promise<void>>
  /** Number of programs' recording streams. */
  recorders(): Promise<number>
  /** The numbers of those streams: a program that reopens the microphone has another one. */
  streams(): Promise<readonly string[]>
  /** Ends the server and everything that was started with it. */
  close(): Promise<void>
}

/** Starts a card of its own, with a folder and a socket of its own; it never exits by itself. */
export async function openVirtualSoundCard(kind: SoundCardKind = 'desktop'): Promise<VirtualSoundCard> {
  const { sampleRate, speakerChannels } = FORMATS[kind]
  const folder = await mkdtemp(join(tmpdir(), 'parley-sound-'))
  await mkdir(join(folder, 'pulse'))
  await writeFile(join(folder, 'pulse', 'daemon.conf'), `default-sample-rate = ${sampleRate}\nalternate-sample-rate = ${sampleRate}\n`)
  await writeFile(join(folder, 'pulse', 'client.conf'), 'autospawn = no\n')
  const socket = join(folder, 'socket')
  const own = { XDG_CONFIG_HOME: folder, XDG_RUNTIME_DIR: folder, PULSE_RUNTIME_PATH: folder, PULSE_STATE_PATH: folder }
  const modules = [
    `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    `module-null-sink sink_name=${SPEAKER} rate=${sampleRate} channels=${speakerChannels}`,
    `module-null-sink sink_name=${ROOM} rate=${sampleRate} channels=1`,
    `module-remap-source source_name=${MICROPHONE} master=${ROOM}.monitor`,
  ]
  const quietly = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no', '--realtime=yes', '--high-priority=yes']
  let log = ''
  const boot = (): ChildProcess => {
    const started = spawn('pulseaudio', [...quietly, '--log-target=stderr', ...modules.flatMap((module) => ['-L', module])], {
      env: { ...process.env, ...own },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    started.stderr.on('data', (text) => {
      log += String(text)
    })
    return started
  }
  const environment = { PULSE_SERVER: `unix:${socket}`, PULSE_CLIENTCONFIG: join(folder, 'pulse', 'client.conf') }
  const clientEnvironment = { ...process.env, ...environment }
  const control = async (...args: readonly string[]): Promise<string> => (await run('pactl', args, { env: clientEnvironment })).stdout
  const children = new Set<ChildProcess>()

  function start(program: string, args: readonly string[]): ChildProcess {
    const child = spawn(program, args, { env: clientEnvironment, stdio: ['ignore', 'pipe', 'ignore'] })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }

  async function play(file: string, device: string): Promise<void> {
    const code = await exitOf(start('paplay', [`--device=${device}`, '--latency-msec=250', file]))
    if (code !== 0) throw new Error(`paplay could not play ${file}: it ended with ${code}`)
  }

  async function serve(): Promise<ChildProcess> {
    const started = boot()
    await answering(started, () => control('info')).catch((error: unknown) => {
      throw new Error(`PulseAudio did not start: ${String(error)}\n${log}`)
    })
    await control('set-default-sink', SPEAKER)
    await control('set-default-source', MICROPHONE)
    return started
  }
  let server = await serve()

  async function streams(): Promise<readonly string[]> {
    const listed = (await control('list', 'short', 'source-outputs')).trim().split('\n')
    // a stream without a client is the card's own
    return listed.filter((stream) => /^\d+\t\d+\t\d+/.test(stream)).map((stream) => stream.split('\t')[0] ?? '')
  }

  return {
    environment,
    sampleRate,
    speak: (file) => play(file, ROOM),
    playFile: (file) => play(file, SPEAKER),
    async record(what) {
      const device = what === 'speaker' ? `${SPEAKER}.monitor` : MICROPHONE
      const recorder = start('parec', [
        `--device=${device}`,
        '--raw',
        '--format=s16le',
        `--rate=${sampleRate}`,
        '--channels=1',
        '--latency-msec=50',
      ])
      const pieces: Buffer[] = []
      const first = new Promise<void>((resolve, reject) => {
        recorder.stdout?.on('data', (piece: Buffer) => {
          pieces.push(piece)
          resolve()
        })
        recorder.once('exit', (code) => reject(new Error(`parec ended with ${code}`)))
      })
      // a monitor delivers silence too: after the first piece, nothing is missed
      await first
      const samples = (): Int16Array => bytesToSamples(Buffer.concat(pieces))
      return {
        sampleRate,
        samples,
        async stop() {
          await end(recorder)
          return samples()
        },
      }
    },
    async echo({ decibels, delayMs }) {
      const number = (
        await control(
          'load-module',
          'module-loopback',
          `source=${SPEAKER}.monitor`,
          `sink=${ROOM}`,
          `latency_msec=${delayMs}`,
          'source_dont_move=true',
          'sink_dont_move=true',
        )
      ).trim()
      await control('set-sink-input-volume', await inputOfModule(number, () => control('list', 'sink-inputs')), `${decibels}dB`)
      return async () => {
        await control('unload-module', number)
      }
    },
    async muteMicrophone(muted) {
      await control('set-source-mute', MICROPHONE, muted ? '1' : '0')
    },
    control,
    async crash() {
      const dead = exitOf(server)
      server.kill('SIGKILL')
      await dead
      await rm(socket, { force: true })
      return async () => {
        server = await serve()
      }
    },
    async recorders() {
      return (await streams()).length
    },
    streams,
    async close() {
      await Promise.all([...children].map(end))
      await end(server)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves once the server answers; it has no event for that, so it is asked repeatedly. */
async function answering(server: ChildProcess, ask: () => Promise<string>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await ask()
      return
    } catch (error) {
      if (server.exitCode !== null || tries >= 500) throw error
      // a starting server gives no signal
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/** The stream of a module, in the listing of `pactl list sink-inputs`. */
async function inputOfModule(number: string, list: () => Promise<string>): Promise<string> {
  for (const entry of (await list()).split(/^Sink Input #/m)) {
    if (new RegExp(`^\\s*Owner Module: ${number}$`, 'm').test(entry)) return entry.split('\n')[0] ?? ''
  }
  throw new Error('the loop from the loudspeaker to the microphone has no stream')
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = exitOf(child)
  child.kill('SIGTERM')
  await ended
}
