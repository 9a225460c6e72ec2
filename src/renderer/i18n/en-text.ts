/** Strings of answers in writing, in English. */
export const enText = {
  'text.group': 'Answers in writing',
  'text.typedWords': 'What you type is answered',
  'text.typedWordsLine': 'Can be changed for each conversation beside the message field',
  'text.typedWords.voice': 'By the voice model',
  'text.typedWords.text': 'By the text model',
  'text.model': 'Text model',
  'text.modelLine': 'Answers what you type, where you chose writing. Counts from the next message on',
  'text.googleSearch': 'Google Search',
  'text.googleSearchLine': 'The text model may search the web; its sources stand under the answer',
  'text.codeExecution': 'Running code',
  'text.codeExecutionLine': 'The text model may compute with code that runs at Google, not on this computer',
  'text.inWriting': 'Answer what I type in writing',
  'text.thoughts': 'Thoughts',
} as const
