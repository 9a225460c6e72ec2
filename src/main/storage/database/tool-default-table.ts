import { type PolicyEffect, policyEffectSchema } from '../../../shared/approvals/policy-rule'
import { z } from '../../../shared/lib/zod'
import type { SqlDatabase } from './sql-database'

/** The user's choices for calls that no rule matches. */
export interface ToolDefaultTable {
  /** The user's choice, or null for the tool's own default. */
  get(toolName: string): PolicyEffect | null
  set(toolName: string, effect: PolicyEffect): void
}

const rowSchema = z.object({ effect: policyEffectSchema })

export function toolDefaultTable(database: SqlDatabase): ToolDefaultTable {
  return {
    get: (toolName) => database.first(rowSchema, 'SELECT effect FROM tool_defaults WHERE toolName = ?', toolName)?.effect ?? null,
    set(toolName, effect) {
      database.durably(() =>
        database.run(
          'INSERT INTO tool_defaults (toolName, effect) VALUES (?, ?) ON CONFLICT (toolName) DO UPDATE SET effect = excluded.effect',
          toolName,
          effect,
        ),
      )
    },
  }
}
