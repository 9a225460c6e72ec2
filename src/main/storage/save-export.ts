import { copyFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { CallReply } from '../../shared/ipc/contract'
import { CallError } from '../../shared/ipc/router'
import { errorCode, type Files, writeAtomically } from '../lib/files'
import type { Desktop } from '../platform/desktop'

/** Where an export goes. */
export interface SaveExportOptions {
  /** null: no dialog is available */
  readonly desktop: Pick<Desktop, 'choosePlace'> | null
  readonly files: Files
}

/**
 * Writes an export to the location that the user chooses, completely or not at all; without a dialog the page receives the text.
 * Throws `CallError` if the location is not writable.
 */
export async function saveExport(
  { fileName, text }: { readonly fileName: string; readonly text: string },
  { desktop, files }: SaveExportOptions,
): Promise<CallReply<'audit.export'>> {
  if (desktop === null) return { kind: 'text', fileName, text }
  return atChosenPlace(desktop, fileName, (path) => writeAtomically(files, path, text))
}

/** Copies a file to the location that the user chooses, completely or not at all. Throws `CallError` if it is not writable. */
export function saveCopy(from: string, fileName: string, desktop: Pick<Desktop, 'choosePlace'>): Promise<SavedOrNot> {
  return atChosenPlace(desktop, fileName, (path) => whole(path, (part) => copyFile(from, part)))
}

/** Writes bytes to the location that the user chooses, completely or not at all. Throws `CallError` if it is not writable. */
export function saveBytes(bytes: Uint8Array, fileName: string, desktop: Pick<Desktop, 'choosePlace'>): Promise<SavedOrNot> {
  return atChosenPlace(desktop, fileName, (path) => whole(path, (part) => writeFile(part, bytes)))
}

/** The path does not exist until `write` has written a complete file next to it. */
async function whole(path: string, write: (part: string) => Promise<void>): Promise<void> {
  const part = `${path}.${process.pid}.tmp`
  try {
    await write(part)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}

type SavedOrNot = { kind: 'saved'; fileName: string } | { kind: 'cancelled' }

async function atChosenPlace(
  desktop: Pick<Desktop, 'choosePlace'>,
  fileName: string,
  write: (path: string) => Promise<void>,
): Promise<SavedOrNot> {
  const path = await desktop.choosePlace(fileName)
  if (path === null) return { kind: 'cancelled' }
  try {
    await write(path)
  } catch (error) {
    throw new CallError('export-not-saved', `The file could not be written there (${errorCode(error)}). Choose another place.`)
  }
  return { kind: 'saved', fileName: basename(path) }
}
