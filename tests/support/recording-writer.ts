import { createCallRecorder } from '../../src/main/diagnostics/recording/call-recorder'
import { samplesToBytes } from '../../src/shared/audio/pcm'

/** Records an endless talk into the folder, as fast as the disk allows, and prints a line for every second of it. */
export async function recordUntilKilled(userDataFolder: string): Promise<never> {
  let now = 0
  const recorder = createCallRecorder({
    userDataFolder,
    clock: { now: () => now, after: () => ({ cancel: () => undefined }) },
    isOn: () => true,
    onFailure: (code) => process.stderr.write(code),
    log: { error: (event) => process.stderr.write(event) },
  })
  const frame = samplesToBytes(new Int16Array(320).fill(9000))
  for (let frames = 1; ; frames += 1) {
    now += 20
    recorder.userSound('conversation-1', 'talk-1', frame)
    if (frames % 50 !== 0) continue
    process.stdout.write('.\n')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
