import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from '../../shared/diagnostics/diagnosis'
import { messageOf } from '../../shared/messages/message'
import { errorCode, nodeFiles } from '../lib/files'
import { APPLICATION_ID, migrations } from '../storage/database/migrations'
import { HEADER_BYTES, readNewestHeader } from '../storage/database/newest-header'
import { STORE_FILE } from '../storage/database/open-store'
import { readSettings, SETTINGS_FILE } from '../storage/settings/settings-file'

/** Less free space than this, in bytes, is reported as a problem. */
const LITTLE_SPACE = 200_000_000

/** A size as text that the terminal and both languages of the page can show. */
export function sizeText(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`
  return bytes >= 1e6 ? `${Math.round(bytes / 1e6)} MB` : `${Math.max(1, Math.round(bytes / 1000))} kB`
}

/** Whether the data folder exists, is writable and has space. `shown`: the name of the folder in texts. Nothing is changed. */
export async function lookAtFolder(folder: string, shown: string): Promise<Finding> {
  const check = 'folder'
  if ((await stat(folder).catch(() => null)) === null)
    return { check, state: 'attention', words: messageOf('doctor-folder-none', { folder: shown }) }
  try {
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    const free = sizeText(bavail * bsize)
    if (bavail * bsize < LITTLE_SPACE) return { check, state: 'attention', words: messageOf('doctor-folder-full', { folder: shown, free }) }
    return { check, state: 'good', words: messageOf('doctor-folder', { folder: shown, free }) }
  } catch (error) {
    return { check, state: 'bad', words: messageOf('doctor-folder-closed', { folder: shown, code: errorCode(error) }) }
  }
}

/** Offsets of the format and the application id in the header of an SQLite file, which is big-endian. */
const HEADER = { magic: 'SQLite format 3\u0000', schemaCookie: 40, version: 60, application: 68 } as const

/** The result of reading the header of the conversations' file, or of its log. Both are only read, even while Parley uses them. */
export async function lookAtStore(folder: string): Promise<Finding> {
  const check = 'store'
  try {
    const { header, bytes } = await readNewestHeader(join(folder, STORE_FILE))
    if (bytes === 0) return { check, state: 'good', words: messageOf('doctor-store-none') }
    if (header.length < HEADER_BYTES || header.toString('latin1', 0, HEADER.magic.length) !== HEADER.magic)
      return { check, state: 'bad', words: messageOf('store-damaged') }
    const application = header.readUInt32BE(HEADER.application)
    const version = header.readUInt32BE(HEADER.version)
    // an interrupted start created an empty file
    if (application === 0 && version === 0 && header.readUInt32BE(HEADER.schemaCookie) === 0)
      return { check, state: 'good', words: messageOf('doctor-store-none') }
    if (application !== APPLICATION_ID) return { check, state: 'bad', words: messageOf('store-foreign', { file: STORE_FILE }) }
    if (version > migrations.length) return { check, state: 'bad', words: messageOf('store-newer', { version, known: migrations.length }) }
    return { check, state: 'good', words: messageOf('doctor-store', { size: sizeText(bytes), version }) }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { check, state: 'good', words: messageOf('doctor-store-none') }
    return { check, state: 'bad', words: messageOf('store-unavailable', { code: errorCode(error) }) }
  }
}

/** Whether the settings file is readable. Nothing is repaired. */
export async function lookAtSettings(folder: string): Promise<Finding> {
  const check = 'settings'
  try {
    const text = await nodeFiles.read(join(folder, SETTINGS_FILE))
    if (text === null) return { check, state: 'good', words: messageOf('doctor-settings-none') }
    const read = readSettings(text)
    if (read.kind === 'good') return { check, state: 'good', words: messageOf('doctor-settings') }
    if (read.kind === 'newer') return { check, state: 'attention', words: messageOf('settings-newer', { version: read.version }) }
    return {
      check,
      state: 'bad',
      words: messageOf('settings-damaged', { faults: read.faults, kept: messageOf('settings-left') }),
    }
  } catch (error) {
    return { check, state: 'bad', words: messageOf('settings-unreadable', { code: errorCode(error) }) }
  }
}
