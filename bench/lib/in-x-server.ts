import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs a bench once more in a process with an X server of its own, whose screen has this size in pixels. */
export async function inXServer(bench: string, size = '1280x960'): Promise<void> {
  const self = process.argv[1] ?? ''
  const child = spawn('xvfb-run', ['--auto-servernum', `--server-args=-screen 0 ${size}x24`, process.execPath, self, '--part', bench], {
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The bench ${bench} could not be run in an X server; the reason is above.`)
}
