import { useEffect, useRef } from 'react'
import type { SelectedFile } from '../state/attachment-actions'
import { useServices } from '../state/context'

/** Attaches files to this conversation. Those given before main has said which one it is (null) wait for it. */
export function useTakeFiles(conversationId: string | null): (files: readonly SelectedFile[]) => void {
  const { actions } = useServices()
  const target = useRef(conversationId)
  const early = useRef<readonly SelectedFile[]>([])
  const take = useRef((files: readonly SelectedFile[]) => {
    if (target.current === null) early.current = [...early.current, ...files]
    else void actions.takeFiles(target.current, files)
  })
  useEffect(() => {
    target.current = conversationId
    if (conversationId === null || early.current.length === 0) return
    const files = early.current
    early.current = []
    void actions.takeFiles(conversationId, files)
  }, [actions, conversationId])
  return take.current
}
