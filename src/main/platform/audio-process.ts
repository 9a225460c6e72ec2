/** What Electron reports about one of its processes. */
interface ProcessFacts {
  readonly pid: number
  readonly serviceName?: string
}

/**
 * Ends the browser's process that plays and records. The browser starts another when needed, which finds a restarted sound server.
 * Current sound continues where it was.
 */
export function endSoundProcess(processes: readonly ProcessFacts[], end: (pid: number) => void = (pid) => process.kill(pid)): void {
  for (const { pid, serviceName } of processes) {
    if (serviceName === 'audio.mojom.AudioService') end(pid)
  }
}
