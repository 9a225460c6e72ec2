import type { AttachedFile, FileOf } from '../../storage/attachments/attached-file'

/** What a Live model is given of files: pictures to look at, and everything else in words. */
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

/** Of a text file a Live model is told at most so many characters. */
const LONGEST_TEXT = 100_000

/** Splits what is said with files into pictures and words. A file that is gone is left out: the words name it. */
export function spokenFiles(text: string, urls: readonly string[], fileOf: FileOf): SpokenFiles {
  const files = urls.flatMap((url) => fileOf(url) ?? [])
  const told = files
    .filter(({ mediaType }) => mediaType === 'text/plain')
    .map(({ fileName, content }) => `[${fileName}]\n${new TextDecoder().decode(content).slice(0, LONGEST_TEXT)}`)
  return {
    pictures: files.filter(({ mediaType }) => mediaType.startsWith('image/')),
    words: [text, ...told].filter((words) => words !== '').join('\n\n'),
  }
}
