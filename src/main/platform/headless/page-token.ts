/** Where a page keeps its token while it is loaded anew. Other pages, and other tabs, don't share it. */
const PLACE = 'parley.token'

/**
 * Takes the token out of the address, so that it is neither seen nor copied, kept in the history or given on with a link. A page
 * that is loaded anew finds it where this one put it.
 */
export function takeToken(
  place: { readonly hash: string; readonly pathname: string; readonly search: string },
  history: { replaceState(data: null, title: string, url: string): void },
  storage: { getItem(name: string): string | null; setItem(name: string, value: string): void },
): string {
  const given = new URLSearchParams(place.hash.slice(1)).get('token')
  if (given === null) return storage.getItem(PLACE) ?? ''
  storage.setItem(PLACE, given)
  history.replaceState(null, '', `${place.pathname}${place.search}`)
  return given
}
