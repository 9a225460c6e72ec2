import path from 'node:path'

/**
 * A build plugin that refuses a bundle with a module of `folder` (relative to the project). The linter forbids such imports too;
 * this checks what is really shipped, however a module got in.
 *
 * @param {string} folder
 * @param {string} why
 * @returns {import('vite').Plugin}
 */
export function keepOut(folder, why) {
  const forbidden = `${path.resolve(folder).replaceAll('\\', '/')}/`
  return {
    name: `parley:keep-out:${folder}`,
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const found = file.type === 'chunk' && file.moduleIds.find((id) => id.replaceAll('\\', '/').startsWith(forbidden))
        if (found) this.error(`${path.relative(path.resolve(), found)} came into ${file.fileName}: ${why}`)
      }
    },
  }
}
