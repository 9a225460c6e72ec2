/** Strings of the messages of a thread, in English. */
export const enMessages = {
  'thread.imageLink': 'Image: {{name}}',
  'thread.asWritten': 'Too long or too deeply nested to lay out, so shown as written',
  'thread.showAll': 'Show all {{count}} characters',
  'thread.taskDone': 'Done',
  'thread.taskOpen': 'To do',
  'message.copy': 'Copy message',
  'message.edit': 'Edit and send again',
  'message.editField': 'Your message',
  'message.editLine': 'What followed stays in its own branch',
  'message.again': 'Answer again',
  'message.branch': 'Branch from here',
  'message.cancel': 'Cancel',
  'message.send': 'Send',
  'message.branches': 'Branches',
  'message.branchOf': 'Branch {{number}} of {{count}}',
  'message.previousBranch': 'Previous branch',
  'message.nextBranch': 'Next branch',
  'composer.pasteTooLong':
    'What you pasted has {{count}} characters; a message has at most {{limit}}. It was not put in, and the clipboard still has it.',
} as const
