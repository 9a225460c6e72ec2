import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Bundles what a page needs at its start into few files, because each costs a round trip to main. `base` has what the page
 * shares with another page, `shell` everything else that its script imports; lazy imports stay out of both.
 *
 * @param {string} script the first script of the page
 * @param {readonly string[]} others those of the other pages
 * @returns {import('rolldown').CodeSplittingGroup}
 */
export function firstScriptsOf(script, others) {
  /** @type {Map<string, ReadonlySet<string>>} */
  const known = new Map()
  return {
    debugName: 'first scripts',
    // by the name of the page's script and not by its share: a part shared by two other pages is not part of the start
    name(id, context) {
      const reachedFrom = (/** @type {string} */ entry) => {
        const start = path.resolve(entry)
        const found = known.get(start) ?? reached(start, (one) => context.getModuleInfo(one)?.importedIds ?? [])
        known.set(start, found)
        return found
      }
      if (path.resolve(script) === id || !reachedFrom(script).has(id)) return null
      return others.some((other) => reachedFrom(other).has(id)) ? 'base' : 'shell'
    },
  }
}

/**
 * The scripts that a page loads before it shows anything, by their names in `folder`: its script and everything that this
 * imports.
 *
 * @param {string} folder of the built pages
 * @param {string} page
 * @returns {readonly { readonly name: string, readonly bytes: number }[]}
 */
export function readFirstScripts(folder, page) {
  const read = (/** @type {string} */ name) => readFileSync(path.join(folder, name), 'utf8')
  const named = [...read(page).matchAll(/(?:src|href)="\.\/([\w./-]+\.js)"/g)].map(([, name]) => name ?? '')
  const all = new Set(named.flatMap((name) => [...readWith(folder, name)]))
  return [...all].map((name) => ({ name, bytes: Buffer.byteLength(read(name)) }))
}

/**
 * The built scripts that are loaded before `script` runs, including itself, by their names in `folder`.
 *
 * @param {string} folder
 * @param {string} script
 * @returns {ReadonlySet<string>}
 */
export function readWith(folder, script) {
  return reached(script, (name) =>
    [...readFileSync(path.join(folder, name), 'utf8').matchAll(/(?:\bfrom|\bimport)\s*["']([^"']+\.js)["']/g)].map(([, to]) =>
      path.posix.join(path.posix.dirname(name), to ?? ''),
    ),
  )
}

/**
 * @param {string} start
 * @param {(one: string) => readonly string[]} next
 * @returns {ReadonlySet<string>}
 */
function reached(start, next) {
  const found = new Set([start])
  for (const one of found) for (const to of next(one)) found.add(to)
  return found
}
