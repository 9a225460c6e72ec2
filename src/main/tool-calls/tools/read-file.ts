import { tell } from '../../../shared/told/tell'
import { LARGEST_FILE_BYTES, readFileTool } from '../../../shared/tools/read-file'
import { wordsFor } from '../../lib/translations'
import type { Desktop } from '../../platform/desktop'
import { implementTool, type MainTool, ToolError } from './main-tool'
import { readTextFile } from './read-text-file'

/** Reads the file that the user picks in the system's dialog, whose words are in the language of the system. */
export function fileReader(desktop: Desktop | null, systemLocale: () => string): MainTool {
  return implementTool(readFileTool, {
    async run({ purpose }, { signal }) {
      if (desktop === null) throw new ToolError(tell('file-in-browser'))
      const words = wordsFor(systemLocale())
      const path = await desktop.chooseFile({ title: words.say('dialog.fileForGemini', { purpose }), button: words.say('dialog.send') })
      signal.throwIfAborted()
      if (path === null) return { status: 'none-chosen' }
      const file = await readTextFile(path, LARGEST_FILE_BYTES)
      if (!file.ok) throw new ToolError(tell('file-not-sent', { problem: file.error.message }))
      return { status: 'read', ...file.value }
    },
    recall: () => null,
  })
}
