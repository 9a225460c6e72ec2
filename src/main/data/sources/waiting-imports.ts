import { basename } from 'node:path'
import type { ImportChoices, ImportPreview, WaitingImport } from '../../../shared/data/import-choices'
import { CallError } from '../../../shared/ipc/router'
import type { NewId } from '../../../shared/lib/ids'
import { textOf } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import type { DetectedEncoding } from '../../lib/encoding'
import { encodingLabels } from '../../lib/encoding-candidates'
import type { Engine } from '../engine'
import { kindOfFile, type TableFileKind } from './kind-of-file'
import type { SourceService } from './source-service'

/** Detecting an encoding reads the whole file, once. */
const PREVIEW_MS = 120_000

/** What became of a file: a new source, or one that waits. */
export interface OfferedFile {
  readonly sourceIds: string[]
  readonly waiting: WaitingImport[]
}

/** Files of tables that wait until the user has seen their first rows. */
export interface WaitingImports {
  /** A file of tables waits; anything else is imported at once. `release` is called when the file is not needed any more. */
  offer(path: string, origin: 'user' | 'given', release?: () => Promise<void>): Promise<OfferedFile>
  /** The first rows of a file that waits. `sheet`: the place of one of its tables; null: the first with rows. */
  preview(importId: string, choices: ImportChoices, sheet: number | null): Promise<ImportPreview>
  /** Imports the file; a refusal leaves it waiting. */
  start(importId: string, choices: ImportChoices): Promise<string[]>
  cancel(importId: string): Promise<void>
  /** Lets go of all that wait. */
  close(): Promise<void>
}

/** Dependencies of the service. */
export interface WaitingImportsOptions {
  readonly engine: Pick<Engine, 'run'>
  readonly sources: Pick<SourceService, 'add' | 'settled'>
  readonly newId: NewId
  readonly report: (error: unknown) => void
}

interface Waiting {
  readonly path: string
  readonly kind: 'text' | TableFileKind
  readonly origin: 'user' | 'given'
  readonly release: () => Promise<void>
  /** the encoding that an earlier preview found */
  detected: DetectedEncoding | null
}

/** Nothing waits yet. */
export function createWaitingImports({ engine, sources, newId, report }: WaitingImportsOptions): WaitingImports {
  const waiting = new Map<string, Waiting>()

  function find(importId: string): Waiting {
    const found = waiting.get(importId)
    if (found === undefined) throw new CallError('upload-over', messageOf('upload-over'))
    return found
  }

  async function add({ path, origin, release }: Omit<Waiting, 'kind' | 'detected'>, choices?: ImportChoices): Promise<string[]> {
    const sourceIds = await sources.add([path], origin, choices)
    void sources.settled().then(release).catch(report)
    return [...sourceIds]
  }

  async function cancel(importId: string): Promise<void> {
    const found = waiting.get(importId)
    waiting.delete(importId)
    await found?.release()
  }

  return {
    async offer(path, origin, release = () => Promise.resolve()) {
      const file = { path, origin, release }
      const kind = await kindOfFile(path)
      if (kind === 'text' || kind === 'archive' || kind === 'json' || kind === 'parquet') {
        const importId = newId('import')
        waiting.set(importId, { ...file, kind, detected: null })
        return { sourceIds: [], waiting: [{ importId, fileName: basename(path) }] }
      }
      try {
        return { sourceIds: await add(file), waiting: [] }
      } catch (error) {
        await release()
        throw error
      }
    },
    async preview(importId, choices, sheet) {
      const file = find(importId)
      const { path, kind, detected } = file
      if (kind !== 'text') {
        const read = await engine.run('previewTables', { path, kind, choices, sheet }, { timeoutMs: PREVIEW_MS })
        return read.ok ? { kind: 'sheets', sheets: read.value } : { kind: 'refused', problem: textOf(read.error), encodings: [] }
      }
      const read = await engine.run('preview', { path, choices, detected }, { timeoutMs: PREVIEW_MS })
      const encodings = [...encodingLabels]
      if (!read.ok) return { kind: 'refused', problem: textOf(read.error), encodings }
      if (choices.encoding === null) file.detected = read.value.detected
      return { kind: 'table', table: read.value.table, encodings }
    },
    async start(importId, choices) {
      const file = find(importId)
      // a second press starts no second import
      waiting.delete(importId)
      try {
        return await add(file, choices)
      } catch (error) {
        waiting.set(importId, file)
        throw error
      }
    },
    cancel,
    async close() {
      for (const importId of [...waiting.keys()]) await cancel(importId)
    },
  }
}
