import { runQueryCommand } from '../../src/main/cli/query'

/** Runs `parley query` with these files of the app, in a process with a file size limit. */
export async function queryOnFullDisk(worker: string, sample: string, ...args: readonly string[]): Promise<void> {
  process.exitCode = await runQueryCommand(args, process.stdout, process.stderr, { worker, sample })
}
