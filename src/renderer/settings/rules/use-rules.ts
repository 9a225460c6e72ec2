import { useEffect, useState } from 'react'
import { useApp, useServices } from '../../state/context'

/** Main's rules and tools, read when the page opens; `failure` says why they can't be read. */
export function useRules() {
  const { actions } = useServices()
  const rules = useApp((state) => state.rules)
  const tools = useApp((state) => state.tools)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let left = false
    void actions.readRules().then((reply) => {
      if (!left) setFailure(reply.ok ? null : reply.error.message)
    })
    return () => {
      left = true
    }
  }, [actions])
  return { rules, tools, failure }
}
