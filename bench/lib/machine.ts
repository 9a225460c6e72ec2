import os from 'node:os'

/** Where a result was measured: without that, numbers mean nothing. */
export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly node: string
  readonly platform: string
  readonly memoryGb: number
}

/** The machine that this runs on. */
export function thisMachine(): Machine {
  const cpus = os.cpus()
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    memoryGb: Math.round(os.totalmem() / 1024 ** 3),
  }
}
