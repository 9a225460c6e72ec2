import { z } from '../../shared/lib/zod'
import type { SecretStore } from '../platform/platform'

/** The values of the servers' environments, in the system's key store: many are keys. */
export interface ServerVariables {
  /** Those of these names. Never rejects: a store that fails has none, which is reported. */
  read(server: string, names: readonly string[]): Promise<Readonly<Record<string, string>>>
  /**
   * Stores the values; what `values` does not have stays as it is, and what is not among `names` is forgotten. Rejects if the store
   * fails, and resolves with what brings back the values of before, which never rejects.
   */
  write(server: string, names: readonly string[], values: Readonly<Record<string, string>>): Promise<() => Promise<void>>
  remove(server: string): Promise<void>
}

const valuesSchema = z.record(z.string(), z.string())
const secretName = (server: string): string => `tool-server-${server}`

export function createServerVariables(secrets: SecretStore, report: (error: unknown) => void): ServerVariables {
  async function all(server: string): Promise<Readonly<Record<string, string>>> {
    try {
      const stored = await secrets.read(secretName(server))
      return stored === null ? {} : valuesSchema.parse(JSON.parse(stored))
    } catch (error) {
      report(error)
      return {}
    }
  }

  const only = (values: Readonly<Record<string, string>>, names: readonly string[]) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

  const put = (server: string, values: string | null): Promise<void> =>
    values === null ? secrets.remove(secretName(server)) : secrets.write(secretName(server), values)

  return {
    read: async (server, names) => only(await all(server), names),
    async write(server, names, values) {
      const before = await secrets.read(secretName(server))
      const next = only({ ...(await all(server)), ...values }, names)
      await put(server, names.length === 0 ? null : JSON.stringify(next))
      return () => put(server, before).catch(report)
    },
    remove: (server) => secrets.remove(secretName(server)).catch(report),
  }
}
