/** What Electron tells of one of its processes. */
interface ProcessFacts {
  readonly pid: number
  readonly serviceName?: string
}

/**
 * Ends the browser's process that plays and records; the browser starts another by itself as soon as one is needed, which
 * finds a sound server that was started anew. What sounds meanwhile goes on where it stood.
 */
export function endSoundProcess(processes: readonly ProcessFacts[], end: (pid: number) => void = (pid) => process.kill(pid)): void {
  for (const { pid, serviceName } of processes) {
    if (serviceName === 'audio.mojom.AudioService') end(pid)
  }
}
