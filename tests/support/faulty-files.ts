import type { Files } from '../../src/main/lib/files'

/** Files with a disk's errors: `fault` names the calls that reject, with the system's code. */
export function faultyFiles(real: Files, fault: { readonly on: ReadonlySet<keyof Files>; readonly code: string }): Files {
  const fail = <Call extends keyof Files>(name: Call): void => {
    if (fault.on.has(name)) throw Object.assign(new Error(`${fault.code}: fault of the test`), { code: fault.code })
  }
  return {
    async read(path) {
      fail('read')
      return real.read(path)
    },
    async writeDurably(path, text) {
      if (fault.on.has('writeDurably')) await real.writeDurably(path, text.slice(0, text.length / 2))
      fail('writeDurably')
      return real.writeDurably(path, text)
    },
    async rename(from, to) {
      fail('rename')
      return real.rename(from, to)
    },
    async remove(path) {
      fail('remove')
      return real.remove(path)
    },
    async syncFolder(folder) {
      fail('syncFolder')
      return real.syncFolder(folder)
    },
  }
}
