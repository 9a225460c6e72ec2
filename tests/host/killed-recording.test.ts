import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createCallRecorder } from '../../src/main/diagnostics/recording/call-recorder'
import { readWav } from '../../src/shared/audio/wav'
import { buildProgram } from '../support/build-program'
import { createFakeClock } from '../support/fake-clock'
import { tempFolder } from '../support/temp-folder'

const KILLS = 8
/** Bytes that are on the disk at least when the program is killed: what it recorded may be far ahead of a busy disk. */
const WRITTEN = 250_000

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

it('a recording whose app is killed is a complete WAV file after the next start, with everything that was written, repeatedly', async () => {
  const program = await buildProgram('recording-writer', 'recordUntilKilled')
  const folder = tempFolder()
  const path = join(folder, 'recordings', 'conversation-1.wav')
  let before = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const writer = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
    let complaint = ''
    let seconds = 0
    writer.stderr.on('data', (text: Buffer) => {
      complaint += String(text)
    })
    writer.stdout.on('data', (text: Buffer) => {
      seconds += String(text).split('\n').length - 1
      if (seconds >= 20 + 7 * kill && sizeOf(path) > before + WRITTEN) writer.kill('SIGKILL')
    })
    const [, signal] = await once(writer, 'close')
    expect({ signal, complaint }).toEqual({ signal: 'SIGKILL', complaint: '' })
    const left = statSync(path).size
    expect(left).toBeGreaterThan(before)
    // what a kill between two writes leaves, whether or not this one did: a header with a shorter length, and half a
    // sample
    writeFileSync(path, Buffer.concat([readFileSync(path).fill(0, 40, 44), Buffer.from([1])]))

    const recorder = createCallRecorder({
      userDataFolder: folder,
      clock: createFakeClock(),
      isOn: () => true,
      onFailure: expect.unreachable,
      log: { error: (event) => expect.unreachable(event) },
    })
    await expect.poll(() => recorder.recordingOf('conversation-1')).not.toBeNull()
    await recorder.close()
    const { size } = statSync(path)
    const header = new DataView(new Uint8Array(readFileSync(path)).buffer)
    expect([header.getUint32(4, true), header.getUint32(40, true)]).toEqual([size - 8, size - 44])
    expect(size).toBeGreaterThan(left - 4)
    const wav = readWav(new Uint8Array(readFileSync(path)))
    if (!wav.ok) throw new Error(wav.error.message)
    const user = wav.value.samples.filter((_, index) => index % 2 === 0)
    expect(user.filter((sample) => Math.abs(sample) > 4500).length).toBeGreaterThan(user.length / 2)
    before = size
  }
})
