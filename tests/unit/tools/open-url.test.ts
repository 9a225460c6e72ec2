import { describe, expect, test } from 'vitest'
import { openUrlTool } from '../../../src/main/tool-calls/tools/open-url'
import { createTranslator, inEveryLanguage } from '../../../src/shared/i18n/translator'
import { openUrl } from '../../../src/shared/tools/open-url'

const context = { toolCallId: 'call-1', conversationId: 'conversation-1', signal: new AbortController().signal }

function toolOn(openExternal: (url: string) => Promise<void>) {
  const reports: unknown[] = []
  return { tool: openUrlTool({ openExternal }, (error) => void reports.push(error)), reports }
}

describe('open_url', () => {
  test('asks with the host that is really looked up', () => {
    expect(openUrl.question({ url: 'https://google.com.evil.example/google.com' }, createTranslator('en'), () => null)).toBe(
      'Open google.com.evil.example in your browser?',
    )
    expect(openUrl.destination({ url: 'https://EXAMPLE.com:8443/x' })).toBe('example.com:8443')
  })

  test('warns of a host with lookalike letters', () => {
    const question = inEveryLanguage((i18n) => openUrl.question({ url: 'https://аррӏе.com/' }, i18n, () => null))
    expect(question.en).toBe(
      'Open xn--80ak6aa92e.com in your browser? Careful: it is written “аррӏе.com” with Cyrillic letters, which can look like another name.',
    )
    expect(question.ja).toContain('xn--80ak6aa92e.com')
    expect(question.ja).toContain('キリル文字')
  })

  test.each([
    'http://example.com',
    'https://google.com@evil.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    `https://${'a'.repeat(2000)}.com`,
  ])('refuses %s before any approval', (url) => {
    const { tool } = toolOn(() => Promise.reject(new Error('must not be opened')))
    expect(tool.prepare({ url })).toMatchObject({ ok: false, error: { code: 'bad-arguments' } })
  })

  test('opens the address in the browsers’ canonical form, and names its host', async () => {
    const opened: string[] = []
    const { tool } = toolOn(async (url) => void opened.push(url))
    const prepared = tool.prepare({ url: 'HTTPS://Example.com/a b' })
    if (!prepared.ok) throw new Error(prepared.error.message)
    expect(await prepared.value.run(context)).toEqual({ status: 'opened', host: 'example.com' })
    expect(opened).toEqual(['https://example.com/a%20b'])
  })

  test('says that nothing was opened if the browser does not start', async () => {
    const { tool, reports } = toolOn(() => Promise.reject(new Error('no browser')))
    const prepared = tool.prepare({ url: 'https://example.com/' })
    if (!prepared.ok) throw new Error(prepared.error.message)
    await expect(prepared.value.run(context)).rejects.toThrow('The browser could not be opened.')
    expect(reports).toHaveLength(1)
  })
})
