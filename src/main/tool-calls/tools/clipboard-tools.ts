import { messageOf } from '../../../shared/messages/message'
import { LONGEST_CLIPBOARD_TEXT, readClipboard } from '../../../shared/tools/read-clipboard'
import { writeClipboard } from '../../../shared/tools/write-clipboard'
import type { Desktop } from '../../platform/desktop'
import { implementTool, type MainTool, ToolError } from './main-tool'

/** The two clipboard tools. Without a desktop they report that. */
export function clipboardTools(desktop: Desktop | null): readonly MainTool[] {
  const orRefuse = (): Desktop => {
    if (desktop !== null) return desktop
    throw new ToolError(messageOf('clipboard-in-browser'))
  }
  return [
    implementTool(readClipboard, {
      async run(_, { signal }) {
        const text = await orRefuse().readClipboard()
        signal.throwIfAborted()
        const cut = text.length > LONGEST_CLIPBOARD_TEXT
        return { text: cut ? begin(text) : text, length: text.length, cut }
      },
      recall: () => null,
    }),
    implementTool(writeClipboard, {
      async run({ text }, { signal }) {
        signal.throwIfAborted()
        await orRefuse().writeClipboard(text)
        return { status: 'written', length: text.length }
      },
      recall: () => null,
    }),
  ]
}

/** The beginning of a long text, not cut within a character. */
function begin(text: string): string {
  const last = text.charCodeAt(LONGEST_CLIPBOARD_TEXT - 1)
  const insideOne = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, insideOne ? LONGEST_CLIPBOARD_TEXT - 1 : LONGEST_CLIPBOARD_TEXT)
}
