import { expect, it } from 'vitest'
import { codeLanguageName } from '../../../src/renderer/markdown/code-language'

it('a code block names its language as people write it', () => {
  const words = ['sql', 'python', 'typescript', 'JSON', 'c#', 'cpp', 'Dockerfile']
  expect(words.map(codeLanguageName)).toEqual(['SQL', 'Python', 'TypeScript', 'JSON', 'C#', 'C++', 'Dockerfile'])
})
