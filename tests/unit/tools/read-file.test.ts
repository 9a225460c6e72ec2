import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileReader } from '../../../src/main/tool-calls/tools/read-text-file'
import { LARGEST_FILE_BYTES, readFileTool } from '../../../src/shared/tools/read-file'
import { paperDesktop } from '../../support/paper-desktop'
import { tempFolder } from '../../support/temp-folder'

const context = { toolCallId: 'call-1', conversationId: 'conversation-1', signal: new AbortController().signal }

/** The tool with a user who picks this path; the files are real. */
async function read(choice: string | null, locale = 'en') {
  const titles: string[] = []
  const desktop = paperDesktop({
    chooseFile: async ({ title }) => {
      titles.push(title)
      return choice
    },
  })
  const prepared = fileReader(desktop, () => locale).prepare({ purpose: 'the invoice' })
  if (!prepared.ok) throw new Error(prepared.error.message)
  const output = await prepared.value.run(context)
  return { output: readFileTool.output.parse(output), effect: prepared.value.effectOf(output), titles }
}

function fileOf(content: string | Uint8Array, name = 'invoice.txt'): string {
  const path = join(tempFolder(), name)
  writeFileSync(path, content)
  return path
}

test('the file that the user picked is read completely, and named without its folder', async () => {
  const { output, effect, titles } = await read(fileOf('合計 ¥48,600\n'))
  expect(output).toEqual({ status: 'read', name: 'invoice.txt', bytes: 16, text: '合計 ¥48,600\n' })
  expect(effect.en).toBe('read invoice.txt')
  expect(titles).toEqual(['Choose a file for Gemini: the invoice'])
})

test('the dialog is Japanese on a Japanese system', async () => {
  expect((await read(null, 'ja-JP')).titles).toEqual(['Geminiに送るファイル：the invoice'])
})

test('no choice is no failure, and no file is read', async () => {
  expect((await read(null)).output).toEqual({ status: 'none-chosen' })
})

test('a file of exactly the largest size is read', async () => {
  expect((await read(fileOf('x'.repeat(LARGEST_FILE_BYTES)))).output).toMatchObject({ bytes: LARGEST_FILE_BYTES })
})

test('an empty file is read', async () => {
  expect((await read(fileOf(''))).output).toMatchObject({ bytes: 0, text: '' })
})

test.each([
  ['larger than 256 kB', () => fileOf('x'.repeat(LARGEST_FILE_BYTES + 1)), 'invoice.txt is larger than 256 kB.'],
  ['with a zero byte', () => fileOf('a\u0000b'), 'invoice.txt is not a text file.'],
  ['that is a picture', () => fileOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)), 'invoice.txt is not a text file.'],
  ['that is not there', () => join(tempFolder(), 'gone.txt'), 'gone.txt could not be read.'],
])('a file %s is refused, and the model gets the reason without a path', async (_, make, words) => {
  const path = make()
  const refusal = await read(path).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ name: 'ToolError', message: expect.stringContaining(words) })
  expect(String(refusal)).not.toContain(path)
})

test('a folder is refused', async () => {
  const folder = join(tempFolder(), 'folder')
  mkdirSync(folder)
  await expect(read(folder)).rejects.toThrow('folder is not a regular file.')
})

test('an endless device is refused', async () => {
  await expect(read('/dev/zero')).rejects.toThrow('zero is not a regular file.')
})

test('a pipe without a writer is refused', async () => {
  const pipe = join(tempFolder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  await expect(read(pipe)).rejects.toThrow('pipe is not a regular file.')
})

test('a link is read as its target', async () => {
  const target = fileOf('linked')
  const link = join(tempFolder(), 'link.txt')
  execFileSync('ln', ['-s', target, link])
  expect((await read(link)).output).toMatchObject({ name: 'link.txt', text: 'linked' })
})

test('a path that the model sends is refused before any approval', () => {
  expect(fileReader(null, () => 'en').prepare({ purpose: 'x', path: '/etc/passwd' })).toMatchObject({ ok: false })
})

test('a host without dialogs says so', async () => {
  const prepared = fileReader(null, () => 'en').prepare({ purpose: 'x' })
  if (!prepared.ok) throw new Error(prepared.error.message)
  await expect(prepared.value.run(context)).rejects.toThrow('Ask the user to paste the text.')
})
