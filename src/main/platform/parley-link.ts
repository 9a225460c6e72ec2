import { type LinkTarget, linkTargetSchema } from '../../shared/links/link-target'

/** The scheme of the links that open something in Parley from outside. */
export const linkScheme = 'parley'

/**
 * Reads `parley://conversation/ID`, `parley://questions`, `parley://settings/SECTION` and `parley://new?text=…`; null for
 * everything else, also for such a link with more in it than it takes.
 */
export function readParleyLink(address: string): LinkTarget | null {
  if (address.length > 8000 || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== `${linkScheme}:` || url.username !== '' || url.password !== '' || url.port !== '' || url.hash !== '') return null
  const [first = '', ...rest] = `${url.hostname}${url.pathname}`.split('/').filter((part) => part !== '')
  const target = targetOf(first, rest, url.searchParams)
  const read = target === null ? null : linkTargetSchema.safeParse(target)
  return read?.success === true ? read.data : null
}

function targetOf(first: string, rest: readonly string[], parameters: URLSearchParams): LinkTarget | null {
  const names = [...parameters.keys()]
  if (first === 'new' && rest.length === 0) {
    return names.every((name) => name === 'text') && names.length < 2 ? { kind: 'new', text: parameters.get('text') ?? '' } : null
  }
  const [one, more] = rest
  if (names.length > 0 || more !== undefined) return null
  if (first === 'conversation' && one !== undefined) return { kind: 'conversation', conversationId: one }
  if (first === 'settings') return { kind: 'settings', section: one ?? '' }
  if (one !== undefined) return null
  if (first === 'questions') return { kind: 'questions' }
  return first === '' ? { kind: 'app' } : null
}
