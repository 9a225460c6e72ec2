import type { Artifact } from '../../shared/data/artifact'
import type { ImportChoices, ImportPreview, WaitingImport } from '../../shared/data/import-choices'
import type { DataSource } from '../../shared/data/source'
import { largestPiece } from '../../shared/ipc/limits'
import { type Result, success } from '../../shared/lib/result'
import type { AppStore } from './store'

/** The user's actions on sources and stored results. Refusals of main are returned unchanged. */
export interface DataActions {
  /** Opens the panel with a result, or with null the list of all. */
  showData(artifactId: string | null): void
  hideData(): void
  /** Requests a result from main of which only the id is known. */
  readArtifact(artifactId: string): Promise<void>
  readArtifacts(): Promise<Result<readonly Artifact[]>>
  /** Runs the query again on the current source. */
  runAgain(artifactId: string): Promise<Result<unknown>>
  keepArtifact(artifactId: string, kept: boolean): Promise<Result<unknown>>
  removeArtifact(artifactId: string): Promise<Result<unknown>>
  readSources(): Promise<Result<unknown>>
  /** Lets the user choose files in a system dialog; false if there is none and the page has to ask. */
  chooseSource(): Promise<Result<boolean>>
  /** Uploads a file to main; an aborted upload leaves nothing behind. `onProgress` gets the number of bytes sent. */
  uploadSource(file: File, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<Result<unknown>>
  /** The first rows of a file that waits. `sheet`: the place of one of its tables; null: the first with rows. */
  previewFile(importId: string, choices: ImportChoices, sheet: number | null): Promise<Result<ImportPreview>>
  /** Imports a file that waits; returns the id of its source. */
  startFileImport(importId: string, choices: ImportChoices): Promise<Result<string | null>>
  cancelFileImport(importId: string): Promise<Result<unknown>>
  renameSource(sourceId: string, name: string): Promise<Result<unknown>>
  removeSource(sourceId: string): Promise<Result<unknown>>
}

/** Binds the data actions to one store. */
export function createDataActions({ api, client }: AppStore): DataActions {
  const kept = (reply: Result<Artifact>) => {
    if (reply.ok) api.setState((state) => ({ artifacts: { ...state.artifacts, [reply.value.artifactId]: reply.value } }))
    return reply
  }
  const listed = (reply: Result<{ readonly sources: readonly DataSource[] }>) => {
    if (reply.ok) api.setState({ sources: reply.value.sources })
    return reply
  }

  const waits = (waiting: readonly WaitingImport[]) =>
    api.setState(({ waitingImports }) => ({ waitingImports: [...waitingImports, ...waiting] }))
  const waitsNoMore = (importId: string) =>
    api.setState(({ waitingImports }) => ({ waitingImports: waitingImports.filter((one) => one.importId !== importId) }))

  return {
    showData: (artifactId) =>
      api.setState({ dataPanel: { artifactId }, questionsOpen: false, drawerOpen: false, view: { name: 'thread' } }),
    hideData: () => api.setState({ dataPanel: null }),
    async readArtifact(artifactId) {
      const reply = kept(await client.call('artifact.get', { artifactId }))
      api.setState((state) => {
        const { [artifactId]: _known, ...others } = state.artifactFailures
        return { artifactFailures: reply.ok ? others : { ...others, [artifactId]: reply.error.message } }
      })
    },
    async readArtifacts() {
      const reply = await client.call('artifact.list', { conversationId: null })
      if (!reply.ok) return reply
      const { artifacts } = reply.value
      api.setState((state) => ({
        artifacts: { ...state.artifacts, ...Object.fromEntries(artifacts.map((artifact) => [artifact.artifactId, artifact])) },
      }))
      return success(artifacts)
    },
    runAgain: async (artifactId) => kept(await client.call('artifact.again', { artifactId })),
    keepArtifact: async (artifactId, isKept) => kept(await client.call('artifact.keep', { artifactId, kept: isKept })),
    removeArtifact: (artifactId) => client.call('artifact.remove', { artifactId }),
    readSources: async () => listed(await client.call('source.list', null)),
    async chooseSource() {
      const reply = await client.call('source.choose', null)
      if (!reply.ok) return reply
      if (reply.value.kind === 'added') waits(reply.value.waiting)
      return success(reply.value.kind !== 'no-dialog')
    },
    async uploadSource(file, signal, onProgress) {
      const begun = await client.call('source.upload', { fileName: file.name, bytes: file.size })
      if (!begun.ok) return begun
      const { uploadId } = begun.value
      for (let at = 0; at < file.size; at += largestPiece) {
        const bytes = await pieceOf(file, at)
        const sent = signal.aborted || bytes === null ? null : await client.call('source.piece', { uploadId, bytes })
        if (sent?.ok !== true) {
          await client.call('source.uploadCancelled', { uploadId })
          if (signal.aborted) return success(null)
          return sent ?? { ok: false, error: { code: 'file-unreadable', message: file.name } }
        }
        onProgress(Math.min(file.size, at + largestPiece))
      }
      const uploaded = await client.call('source.uploaded', { uploadId })
      if (uploaded.ok) waits(uploaded.value.waiting)
      return uploaded
    },
    previewFile: (importId, choices, sheet) => client.call('import.preview', { importId, choices, sheet }),
    async startFileImport(importId, choices) {
      const reply = await client.call('import.start', { importId, choices })
      if (!reply.ok) return reply
      waitsNoMore(importId)
      return success(reply.value.sourceIds[0] ?? null)
    },
    async cancelFileImport(importId) {
      waitsNoMore(importId)
      return client.call('import.cancel', { importId })
    },
    renameSource: async (sourceId, name) => listed(await client.call('source.rename', { sourceId, name })),
    removeSource: async (sourceId) => listed(await client.call('source.remove', { sourceId })),
  }
}

/** Null if the file can't be read any more: it was changed or removed since it was chosen. */
async function pieceOf(file: File, at: number): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.slice(at, at + largestPiece).arrayBuffer())
  } catch {
    return null
  }
}
