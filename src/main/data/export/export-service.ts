import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { CallReply } from '../../../shared/ipc/contract'
import { CallError } from '../../../shared/ipc/router'
import type { NewId } from '../../../shared/lib/ids'
import { messageOf } from '../../../shared/messages/message'
import { errorCode, isDiskFull, nodeFiles } from '../../lib/files'
import { translatorFor } from '../../lib/translations'
import type { Desktop } from '../../platform/desktop'

/** Files that the page creates and main writes to locations that the user chose. */
export interface ExportService {
  begin(fileNames: readonly string[]): Promise<CallReply<'export.begin'>>
  piece(exportId: string, bytes: Uint8Array): Promise<void>
  finish(exportId: string): Promise<CallReply<'export.finish'>>
  cancel(exportId: string): Promise<void>
  close(): Promise<void>
}

/** Dependencies of the service; `desktop` is null without a save dialog. */
export interface ExportServiceOptions {
  readonly desktop: Pick<Desktop, 'choosePlace' | 'chooseFolder'> | null
  readonly newId: NewId
  /** the language of the user */
  locale(): string
  /** creates a new file for writing */
  readonly create?: (path: string) => Promise<WritableFile>
}

/** The part of an open file that is used for writing. */
export type WritableFile = Pick<FileHandle, 'writeFile' | 'sync' | 'close'>

const createOnDisk = (path: string): Promise<WritableFile> => open(path, 'wx', 0o600)

interface Writing {
  readonly path: string
  readonly temporary: string
  /** whether an existing file may be replaced: the user was asked */
  readonly replaces: boolean
  handle: WritableFile | null
  bytes: number
}

export function createExportService({ desktop, newId, locale, create = createOnDisk }: ExportServiceOptions): ExportService {
  const writing = new Map<string, Writing>()

  async function places(fileNames: readonly string[]): Promise<readonly { readonly path: string; readonly replaces: boolean }[] | null> {
    if (desktop === null) return null
    const safe = fileNames.map(safeName)
    const [only = 'table.csv'] = safe
    if (safe.length === 1) {
      // the system's dialog asks before it returns the name of an existing file
      const path = await desktop.choosePlace(only)
      return path === null ? null : [{ path, replaces: true }]
    }
    const i18n = translatorFor(locale())
    const folder = await desktop.chooseFolder({ title: i18n.count('dialog.filesFolder', safe.length), button: i18n.t('dialog.save') })
    if (folder === null) return null
    const taken = new Set<string>()
    const paths: string[] = []
    for (const name of safe) paths.push(await freePath(folder, name, taken))
    return paths.map((path) => ({ path, replaces: false }))
  }

  function find(exportId: string): Writing {
    const found = writing.get(exportId)
    if (found === undefined) throw new CallError('export-over', messageOf('export-over'))
    return found
  }

  async function drop(exportId: string): Promise<void> {
    const found = writing.get(exportId)
    if (found === undefined) return
    writing.delete(exportId)
    await found.handle?.close().catch(() => undefined)
    await rm(found.temporary, { force: true }).catch(() => undefined)
  }

  /** On any failure, no partial file is left. */
  async function orDrop<Value>(exportId: string, work: () => Promise<Value>): Promise<Value> {
    try {
      return await work()
    } catch (error) {
      await drop(exportId)
      if (error instanceof CallError) throw error
      throw notWritten(errorCode(error))
    }
  }

  return {
    async begin(fileNames) {
      if (desktop === null) return { kind: 'page' }
      const chosen = await places(fileNames)
      if (chosen === null) return { kind: 'cancelled' }
      const files: { exportId: string; fileName: string }[] = []
      for (const { path, replaces } of chosen) {
        const exportId = newId('export')
        const temporary = join(dirname(path), `.${basename(path)}.${exportId}.tmp`)
        const entry: Writing = { path, temporary, replaces, handle: null, bytes: 0 }
        writing.set(exportId, entry)
        await orDrop(exportId, async () => {
          entry.handle = await create(temporary)
        })
        files.push({ exportId, fileName: basename(path) })
      }
      return { kind: 'place', files }
    },
    piece(exportId, bytes) {
      const entry = find(exportId)
      return orDrop(exportId, async () => {
        await entry.handle?.writeFile(bytes)
        entry.bytes += bytes.byteLength
      })
    },
    finish(exportId) {
      const entry = find(exportId)
      return orDrop(exportId, async () => {
        await entry.handle?.sync()
        await entry.handle?.close()
        entry.handle = null
        // a file created meanwhile is not overwritten unless the user was asked
        if (!entry.replaces && (await exists(entry.path)))
          throw new CallError('export-name-taken', messageOf('export-name-taken', { file: basename(entry.path) }))
        await rename(entry.temporary, entry.path)
        await nodeFiles.syncFolder(dirname(entry.path))
        writing.delete(exportId)
        return { fileName: basename(entry.path), bytes: entry.bytes }
      })
    },
    cancel: drop,
    async close() {
      for (const exportId of [...writing.keys()]) await drop(exportId)
    },
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** A free name in the folder: the requested one, or that with a number. */
async function freePath(folder: string, name: string, taken: Set<string>): Promise<string> {
  const extension = extname(name)
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name.slice(0, name.length - extension.length)} (${count})${extension}`
    const path = join(folder, candidate)
    if (taken.has(candidate.toLowerCase()) || (await exists(path))) continue
    taken.add(candidate.toLowerCase())
    return path
  }
}

/** A name valid on every system: no folders, no characters that some refuse, no leading dot. */
export function safeName(name: string): string {
  const extension = extname(name)
  const stem = name
    .slice(0, name.length - extension.length)
    .replace(/[\p{Cc}\p{Bidi_Control}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/gu, '')
    .slice(0, 80)
  const known = /^(con|prn|aux|nul|com\d|lpt\d)$/iu.test(stem) ? `${stem} table` : stem
  return `${known === '' ? 'table' : known}${extension.replace(/[^.\w]/gu, '')}`
}

function notWritten(code: string): CallError {
  if (isDiskFull(code)) return new CallError('export-disk-full', messageOf('export-disk-full'))
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return new CallError('export-forbidden', messageOf('export-forbidden'))
  return new CallError('export-not-written', messageOf('export-not-written', { code }))
}
