/** Strings of the messages of a thread, in English. */
export const enMessages = {
  'thread.imageLink': 'Image: {{name}}',
  'thread.asWritten': 'Too long or too deeply nested to lay out, so shown as written',
  'thread.showAll': 'Show all {{count}} characters',
} as const
