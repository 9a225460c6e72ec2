import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { failure, type Result, success, textOf } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import { LARGEST_FILE_BYTES, readFileTool } from '../../../shared/tools/read-file'
import { translatorFor } from '../../lib/translations'
import type { Desktop } from '../../platform/desktop'
import { implementTool, type MainTool, ToolError } from './main-tool'

/** The content of a text file. */
export interface TextFile {
  readonly name: string
  readonly bytes: number
  readonly text: string
}

/** Not blocking: a pipe that nobody writes to would never open. Windows has no such pipes and no such flag. */
const READ_AT_ONCE = process.platform === 'win32' ? constants.O_RDONLY : constants.O_RDONLY | constants.O_NONBLOCK

/**
 * Reads a whole file as UTF-8. Refuses anything but plain files (a pipe would never end), files larger than `mostBytes`, and non-text:
 * invalid UTF-8 or a zero byte. Messages name the file without its folder.
 */
export async function readTextFile(path: string, mostBytes: number): Promise<Result<TextFile>> {
  const name = basename(path)
  let file: FileHandle | null = null
  try {
    file = await open(path, READ_AT_ONCE)
    const facts = await file.stat()
    if (!facts.isFile()) return failure('no-file', messageOf('file-not-plain', { file: name }))
    // one byte above the limit detects a file that grows meanwhile
    const buffer = Buffer.alloc(Math.min(facts.size, mostBytes) + 1)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    if (facts.size > mostBytes || bytesRead > mostBytes)
      return failure('too-large', messageOf('file-too-large', { file: name, size: Math.floor(mostBytes / 1024) }))
    const text = decoded(buffer.subarray(0, bytesRead))
    return text === null ? failure('no-text', messageOf('file-no-text', { file: name })) : success({ name, bytes: bytesRead, text })
  } catch {
    return failure('unreadable', messageOf('file-unreadable', { file: name }))
  } finally {
    await file?.close()
  }
}

function decoded(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Reads the file that the user picks in the system's dialog, whose text is in the system's language. */
export function fileReader(desktop: Desktop | null, systemLocale: () => string): MainTool {
  return implementTool(readFileTool, {
    async run({ purpose }, { signal }) {
      if (desktop === null) throw new ToolError(messageOf('file-in-browser'))
      const i18n = translatorFor(systemLocale())
      const path = await desktop.chooseFile({ title: i18n.t('dialog.fileForGemini', { purpose }), button: i18n.t('dialog.send') })
      signal.throwIfAborted()
      if (path === null) return { status: 'none-chosen' }
      const file = await readTextFile(path, LARGEST_FILE_BYTES)
      if (!file.ok) throw new ToolError(messageOf('file-not-sent', { problem: textOf(file.error) }))
      return { status: 'read', ...file.value }
    },
    recall: () => null,
  })
}
