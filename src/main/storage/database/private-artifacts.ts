import type { ArtifactTable } from './artifact-table'

/** Results of private conversations are known in memory alone; `isPrivate` says which conversations those are. */
export function privateArtifacts(
  kept: ArtifactTable,
  memory: ArtifactTable,
  isPrivate: (conversationId: string) => boolean,
): ArtifactTable {
  const of = (conversationId: string): ArtifactTable => (isPrivate(conversationId) ? memory : kept)
  return {
    list: (conversationId) =>
      conversationId === null ? [...memory.list(null), ...kept.list(null)] : of(conversationId).list(conversationId),
    get: (artifactId) => memory.get(artifactId) ?? kept.get(artifactId),
    outputOfCall: (toolCallId) => memory.outputOfCall(toolCallId) ?? kept.outputOfCall(toolCallId),
    nextNumber: () => memory.nextNumber() + kept.nextNumber() - 1,
    add: (artifact, output) => of(artifact.conversationId).add(artifact, output),
    update: (artifact) => of(artifact.conversationId).update(artifact),
    remove(artifactId) {
      memory.remove(artifactId)
      kept.remove(artifactId)
    },
  }
}
