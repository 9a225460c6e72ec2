import type { Approval } from '../../shared/approvals/approval'
import { ArgumentBox } from './argument-box'
import { QueryBox } from './query-box'

/** Every argument of the call; of a query also its effect. */
export function CallArguments({ approval }: { readonly approval: Approval }) {
  const { toolName } = approval
  if (toolName !== 'execute_sql' && toolName !== 'query_artifact') return <ArgumentBox input={approval.input} />
  return <QueryBox approval={approval} toolName={toolName} />
}
