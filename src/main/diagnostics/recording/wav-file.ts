import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { samplesToBytes } from '../../../shared/audio/pcm'
import { writeWav } from '../../../shared/audio/wav'

const HEADER_BYTES = 44
const CHANNELS = 2
const FRAME_BYTES = CHANNELS * 2

/** A growing stereo WAV file, whose header has the current length after every write. */
export interface GrowingWav {
  /** Adds interleaved samples, in the order of the calls. Rejects with the system's error. */
  append(samples: Int16Array): Promise<void>
  close(): Promise<void>
}

/** Opens a recording to continue it, or creates it, readable only by the user. Rejects with the system's error. */
export async function openWav(path: string, sampleRate: number): Promise<GrowingWav> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a+', 0o600).then(async (handle) => {
    await handle.close()
    return open(path, 'r+')
  })
  let frames = await settle(file, sampleRate).catch(async (error: unknown) => {
    await file.close()
    throw error
  })
  let last = Promise.resolve()
  return {
    append(samples) {
      last = last.then(async () => {
        const bytes = samplesToBytes(samples)
        await writeWhole(file, bytes, HEADER_BYTES + frames * FRAME_BYTES)
        frames += samples.length / CHANNELS
        await writeHeader(file, sampleRate, frames)
      })
      return last
    },
    async close() {
      await last.catch(() => undefined)
      await file.close()
    },
  }
}

/** Corrects the lengths in the headers of all recordings: one may be wrong if the machine stopped during a write. */
export async function repairWavs(folder: string, sampleRate: number): Promise<void> {
  if (!existsSync(folder)) return
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.wav'))) {
    const file = await open(join(folder, name), 'r+')
    try {
      await settle(file, sampleRate)
    } finally {
      await file.close()
    }
  }
}

/** Removes a recording, if there is one. */
export async function removeWav(path: string): Promise<void> {
  await rm(path, { force: true })
}

/** Size of a recording in bytes; 0 if there is none or it contains no sound. */
export async function sizeOfWav(path: string): Promise<number> {
  const size = await stat(path).then(
    (facts) => facts.size,
    () => 0,
  )
  return size > HEADER_BYTES ? size : 0
}

/** Writes the header for the file's length and returns the number of frames; half a frame at the end is cut off. */
async function settle(file: FileHandle, sampleRate: number): Promise<number> {
  const { size } = await file.stat()
  const frames = Math.max(0, Math.floor((size - HEADER_BYTES) / FRAME_BYTES))
  await writeHeader(file, sampleRate, frames)
  await file.truncate(HEADER_BYTES + frames * FRAME_BYTES)
  return frames
}

async function writeHeader(file: FileHandle, sampleRate: number, frames: number): Promise<void> {
  const header = writeWav({ sampleRate, channels: CHANNELS, samples: new Int16Array(0) })
  const view = new DataView(header.buffer)
  view.setUint32(4, 36 + frames * FRAME_BYTES, true)
  view.setUint32(40, frames * FRAME_BYTES, true)
  await writeWhole(file, header, 0)
}

/** A disk that is almost full takes a part of it without an error. */
async function writeWhole(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  let written = 0
  while (written < bytes.byteLength) {
    written += (await file.write(bytes, written, bytes.byteLength - written, at + written)).bytesWritten
  }
}
