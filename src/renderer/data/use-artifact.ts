import { useEffect } from 'react'
import type { Artifact } from '../../shared/data/artifact'
import { useApp, useServices } from '../state/context'

/** A stored result as far as the page knows it. */
export type KnownArtifact =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly artifact: Artifact }
  | { readonly kind: 'failed'; readonly message: string }

/** Requests a result from main if it is not known yet. */
export function useArtifact(artifactId: string): KnownArtifact {
  const { actions } = useServices()
  const artifact = useApp((state) => state.artifacts[artifactId])
  const message = useApp((state) => state.artifactFailures[artifactId])
  const missing = artifact === undefined
  useEffect(() => {
    if (missing) void actions.readArtifact(artifactId)
  }, [actions, artifactId, missing])
  if (artifact !== undefined) return { kind: 'known', artifact }
  return message === undefined ? { kind: 'loading' } : { kind: 'failed', message }
}
