import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'

const flags = new Set(['--force'])
const single = new Map([
  ['-s', 'source'],
  ['-t', 'target'],
  ['--deb-compression', 'compression'],
  ['--architecture', 'architecture'],
  ['--after-install', 'afterInstall'],
  ['--after-remove', 'afterRemove'],
  ['--description', 'description'],
  ['--version', 'version'],
  ['--package', 'file'],
  ['--name', 'name'],
  ['--maintainer', 'maintainer'],
  ['--vendor', 'vendor'],
  ['--url', 'homepage'],
  ['--deb-priority', 'priority'],
  ['--license', 'license'],
])
const lists = new Map([
  ['-d', 'depends'],
  ['--deb-recommends', 'recommends'],
])

/**
 * Parses a command line of `fpm -s dir -t deb`: the fields above, and `contents`, pairs of a source and its place in the package.
 * @throws Error for unknown options: failing is better than a package that lacks something
 */
export function readDebArguments(words) {
  const wish = { depends: [], recommends: [], contents: [] }
  const rest = [...words]
  while (rest.length > 0) {
    const word = rest.shift()
    if (flags.has(word)) continue
    if (single.has(word)) wish[single.get(word)] = rest.shift()
    else if (lists.has(word)) wish[lists.get(word)].push(rest.shift())
    else if (!word.startsWith('-') && word.includes('=')) {
      const at = word.lastIndexOf('=')
      wish.contents.push({ from: word.slice(0, at), to: word.slice(at + 1) })
    } else throw new Error(`deb: "${word}" is not understood`)
  }
  if (wish.source !== 'dir' || wish.target !== 'deb') throw new Error(`deb: can't make ${wish.target} from ${wish.source}`)
  return wish
}

/** The control file, with the description folded in Debian's format. */
export function controlFile(wish, installedKilobytes) {
  const [summary, ...more] = wish.description.split('\n').map((line) => line.trim())
  const fields = [
    ['Package', wish.name],
    ['Version', wish.version],
    ['Architecture', wish.architecture],
    ['Maintainer', wish.maintainer],
    ['Installed-Size', String(installedKilobytes)],
    ['Depends', wish.depends.join(', ')],
    ['Recommends', wish.recommends.join(', ')],
    ['Section', 'utils'],
    ['Priority', wish.priority],
    ['Homepage', /\.invalid\/?$/.test(wish.homepage) ? '' : wish.homepage],
    ['Description', [summary, ...more.filter((line) => line !== '' && line !== summary).map((line) => ` ${line}`)].join('\n')],
  ]
  return `${fields.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`])).join('\n')}\n`
}

/** Makes the package. All files belong to root and are readable by everybody. */
export function debFromArguments(words) {
  const wish = readDebArguments(words)
  const root = mkdtempSync(path.join(os.tmpdir(), 'parley-deb-'))
  try {
    chmodSync(root, 0o755)
    for (const { from, to } of wish.contents) {
      const target = path.join(root, to)
      mkdirSync(path.dirname(target), { recursive: true })
      cpSync(from, target, { recursive: true, verbatimSymlinks: true })
    }
    const bytes = letAllRead(root)
    const control = path.join(root, 'DEBIAN')
    mkdirSync(control)
    writeFileSync(path.join(control, 'control'), controlFile(wish, Math.ceil(bytes / 1024)))
    for (const [name, script] of [
      ['postinst', wish.afterInstall],
      ['postrm', wish.afterRemove],
    ]) {
      writeFileSync(path.join(control, name), readFileSync(script))
      chmodSync(path.join(control, name), 0o755)
    }
    const compression = process.env.PARLEY_DEB_COMPRESSION ?? wish.compression
    execFileSync('dpkg-deb', [`-Z${compression}`, '--root-owner-group', '--build', root, wish.file], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function letAllRead(folder) {
  chmodSync(folder, 0o755)
  return readdirSync(folder).reduce((sum, name) => {
    const place = path.join(folder, name)
    const state = lstatSync(place)
    if (state.isDirectory()) return sum + letAllRead(place)
    if (state.isFile()) chmodSync(place, (state.mode & 0o111) === 0 ? 0o644 : 0o755)
    return sum + state.size
  }, 0)
}
