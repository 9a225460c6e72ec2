import { runQueryCommand } from '../../src/main/cli/query'

/** Runs `parley query` with these files of the app; for a process whose files may not grow beyond a limit. */
export async function queryOnFullDisk(worker: string, sample: string, ...args: readonly string[]): Promise<void> {
  process.exitCode = await runQueryCommand(args, process.stdout, process.stderr, { worker, sample })
}
