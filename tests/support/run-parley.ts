import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

/** The result of a run of the `parley` command. */
export interface ParleyRun {
  readonly code: number | null
  readonly output: string
  readonly problems: string
}

/** Runs the built command with `input` on standard input; resolves when it has ended. */
export function runParley(args: readonly string[], input = ''): Promise<ParleyRun> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, [resolve('bin/parley.mjs'), ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
    let output = ''
    let problems = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      problems += text
    })
    child.on('error', reject)
    child.on('close', (code) => done({ code, output, problems }))
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}
