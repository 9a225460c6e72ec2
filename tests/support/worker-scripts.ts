import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'

/**
 * Writes the script of a data worker that never answers and that can't be ended: from its first job on it waits in one
 * system call, until the test is over. `reached` resolves when it waits there.
 */
export function stuckWorker(folder: string, name = 'stuck.mjs') {
  return waiting(folder, name, (wait) => script(folder, name, wait))
}

/** The same for a worker that does its jobs (it is in `real`, next to it), and waits there after this many. */
export function lateStuckWorker(folder: string, name: string, real: string, jobs: number) {
  return waiting(folder, name, (wait) => {
    const file = join(folder, name)
    writeFileSync(
      file,
      `import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
const post = parentPort.postMessage.bind(parentPort)
let done = 0
parentPort.postMessage = (word) => {
  post(word)
  if (word.kind !== 'done') return
  done += 1
  if (done === ${jobs}) ${wait}
}
await import('./${real}')
`,
    )
    return file
  })
}

function waiting(folder: string, name: string, write: (wait: string) => string) {
  const pipe = join(folder, `${name}-pipe`)
  execFileSync('mkfifo', [pipe])
  let writer: number | null = null
  const open = (flags: number): number => openSync(pipe, flags | constants.O_NONBLOCK)
  onTestFinished(() => {
    // a worker that reaches it only now is released too
    const last = open(constants.O_RDWR)
    if (writer !== null) closeSync(writer)
    closeSync(last)
  })
  return {
    file: write(`readFileSync(${JSON.stringify(pipe)}, 'utf8')`),
    /** A pipe can be opened for writing when it has a reader; as long as it is open and empty, the reader waits. */
    reached: () =>
      vi.waitFor(
        () => {
          writer ??= open(constants.O_WRONLY)
        },
        { timeout: 60_000, interval: 20 },
      ),
  }
}

/**
 * Writes the script of a worker that answers a job with the number of its thread; after the word "spent" it must be
 * ended.
 */
export function threadWorker(folder: string): string {
  return script(
    folder,
    'thread.mjs',
    `parentPort.postMessage({ kind: 'done', answer: { rows: threadId }, spent: job.ask.sql === 'spent' })`,
  )
}

function script(folder: string, name: string, onOrder: string): string {
  const file = join(folder, name)
  const imports = `import { readFileSync } from 'node:fs'\nimport { parentPort, threadId } from 'node:worker_threads'\n`
  writeFileSync(file, `${imports}parentPort.on('message', ({ job }) => { ${onOrder} })\n`)
  return file
}
