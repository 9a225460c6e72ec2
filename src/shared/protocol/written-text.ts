import type { UIMessage } from './ui-message'

/** The words of a message as they were written, Markdown as Markdown. */
export function writtenText({ parts }: Pick<UIMessage, 'parts'>): string {
  return parts
    .flatMap((part) => (part.type === 'text' ? [part.text.trim()] : []))
    .filter((text) => text !== '')
    .join('\n\n')
}
