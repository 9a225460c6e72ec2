import type { AttachedFile, FileOf } from '../../storage/attachments/attached-file'

/** Files in the form a Live model receives: pictures as images, everything else as text. */
export interface SpokenFiles {
  readonly pictures: readonly AttachedFile[]
  readonly words: string
}

/** A picture as a part of a content. */
export function inlinePicture({ mediaType, content }: AttachedFile): {
  readonly inlineData: { readonly mimeType: string; readonly data: string }
} {
  return { inlineData: { mimeType: mediaType, data: Buffer.from(content).toString('base64') } }
}

/** A Live model receives at most this much of a text file. */
const LONGEST_TEXT = 100_000

/** Splits input with files into pictures and text. A missing file is left out; the text names it. */
export function spokenFiles(text: string, urls: readonly string[], fileOf: FileOf): SpokenFiles {
  const files = urls.flatMap((url) => fileOf(url) ?? [])
  const described = files
    .filter(({ mediaType }) => mediaType === 'text/plain')
    .map(({ fileName, content }) => `[${fileName}]\n${new TextDecoder().decode(content).slice(0, LONGEST_TEXT)}`)
  return {
    pictures: files.filter(({ mediaType }) => mediaType.startsWith('image/')),
    words: [text, ...described].filter((words) => words !== '').join('\n\n'),
  }
}
