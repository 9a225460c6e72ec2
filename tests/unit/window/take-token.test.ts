import { expect, it } from 'vitest'
import { takeToken } from '../../../src/main/platform/headless/page-token'

it('the token of the page does not stay in its address, and is there when the page is reloaded', () => {
  const kept = new Map<string, string>()
  const shown: string[] = []
  const history = { replaceState: (_data: null, _title: string, url: string) => void shown.push(url) }
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }
  expect(takeToken({ hash: '#token=secret', pathname: '/inspector.html', search: '' }, history, storage)).toBe('secret')
  expect(shown).toEqual(['/inspector.html'])
  expect(takeToken({ hash: '', pathname: '/inspector.html', search: '' }, history, storage)).toBe('secret')
  expect(shown).toHaveLength(1)
})
