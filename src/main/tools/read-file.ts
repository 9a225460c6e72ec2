import { tell } from '../../shared/told/tell'
import { LARGEST_FILE_BYTES, readFileTool } from '../../shared/tools/read-file'
import type { Desktop } from '../desktop'
import { implementTool, type MainTool, ToolError } from './main-tool'
import { readTextFile } from './read-text-file'

/** Reads the file that the user picks in the system's dialog, whose words are in the language of the system. */
export function fileReader(desktop: Desktop | null, systemLocale: () => string): MainTool {
  return implementTool(readFileTool, {
    async run({ purpose }, { signal }) {
      if (desktop === null) throw new ToolError(tell('file-in-browser'))
      const japanese = systemLocale().startsWith('ja')
      const path = await desktop.chooseFile(
        japanese
          ? { title: `Geminiに送るファイル：${purpose}`, button: '送る' }
          : { title: `A file for Gemini: ${purpose}`, button: 'Send' },
      )
      signal.throwIfAborted()
      if (path === null) return { status: 'none-chosen' }
      const file = await readTextFile(path, LARGEST_FILE_BYTES)
      if (!file.ok) throw new ToolError(tell('file-not-sent', { problem: file.error.message }))
      return { status: 'read', ...file.value }
    },
    recall: () => null,
  })
}
