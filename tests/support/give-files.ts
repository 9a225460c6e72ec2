import type { Page } from 'playwright'

/** A file as a page gets it: with its name and content, without its place. */
export interface SelectedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Gives files to the page by pasting into the message field or dropping on the window. */
export async function giveFiles(page: Page, how: 'paste' | 'drop', files: readonly SelectedFile[]): Promise<void> {
  await page.evaluate(
    ([kind, given]) => {
      const data = new DataTransfer()
      for (const { name, base64 } of given) {
        data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name))
      }
      const field = document.querySelector('[data-composer]')
      if (kind === 'paste') field?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      else document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    },
    [how, files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }))] as const,
  )
}
