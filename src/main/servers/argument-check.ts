import type { JsonObject } from '../../shared/lib/json'
import { checkableSchema } from '../../shared/servers/server-tool'

/** What is wrong with arguments, in English for the model; null if nothing is, or if only the server can tell. */
export type ArgumentCheck = (schema: JsonObject, input: JsonObject) => string | null

/** Loads the checker of JSON schemas, which makes no code at run time. */
export async function loadArgumentCheck(): Promise<ArgumentCheck> {
  const { CfWorkerJsonSchemaValidator } = await import('@modelcontextprotocol/client/validators/cf-worker')
  const validator = new CfWorkerJsonSchemaValidator({ draft: '2020-12' })
  return (schema, input) => {
    const checkable = checkableSchema(schema)
    if (checkable === null) return null
    try {
      const checked = validator.getValidator({ ...checkable })(input)
      return checked.valid ? null : checked.errorMessage.slice(0, 1000)
    } catch {
      // a schema that is none is the server's to judge
      return null
    }
  }
}
