import type { UIMessage } from './ui-message'

/** The text of a message as written, Markdown included. */
export function writtenText({ parts }: Pick<UIMessage, 'parts'>): string {
  return parts
    .flatMap((part) => (part.type === 'text' ? [part.text.trim()] : []))
    .filter((text) => text !== '')
    .join('\n\n')
}
