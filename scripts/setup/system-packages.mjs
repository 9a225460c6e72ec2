import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { isDebianLike, isOnPath, run } from './processes.mjs'
import { SetupError } from './report.mjs'

/** One requirement each: how to check it, and the Debian packages that provide it (the first that the release has). */
const library = (file, ...packages) => ({ isMet: (machine) => machine.libraries.has(file), packages })
const program = (name, ...packages) => ({ isMet: () => isOnPath(name), packages: packages.length > 0 ? packages : [name] })
const file = (place, ...packages) => ({ isMet: () => existsSync(place), packages })

const forElectron = [
  library('libgtk-3.so.0', 'libgtk-3-0t64', 'libgtk-3-0'),
  library('libnss3.so', 'libnss3'),
  library('libasound.so.2', 'libasound2t64', 'libasound2'),
  library('libgbm.so.1', 'libgbm1'),
  library('libXss.so.1', 'libxss1'),
  library('libXtst.so.6', 'libxtst6'),
  library('libatspi.so.0', 'libatspi2.0-0t64', 'libatspi2.0-0'),
  library('libatk-bridge-2.0.so.0', 'libatk-bridge2.0-0t64', 'libatk-bridge2.0-0'),
  library('libdrm.so.2', 'libdrm2'),
  library('libnotify.so.4', 'libnotify4'),
  library('libsecret-1.so.0', 'libsecret-1-0'),
  library('libxshmfence.so.1', 'libxshmfence1'),
  library('libXt.so.6', 'libxt6t64', 'libxt6'),
]

const forTests = [
  program('Xvfb', 'xvfb'),
  program('chromium', 'chromium', 'chromium-browser'),
  program('xdotool'),
  program('espeak-ng'),
  // recordings of people, all of which voice detection must detect
  file('/usr/share/pocketsphinx/test/data/goforward.raw', 'pocketsphinx-testdata'),
  // a virtual sound card, with players and recorders for it
  program('pulseaudio'),
  program('parec', 'pulseaudio-utils'),
  // a desktop message bus, and a notification program that supports buttons
  program('dbus-daemon', 'dbus-daemon', 'dbus'),
  program('notify-send', 'libnotify-bin'),
  // a window of another program, which has the focus while the talk key is pressed
  program('xterm'),
  // returns the focus to the previous window, as every desktop does
  program('openbox'),
  // opens exported tables
  program('soffice', 'libreoffice-calc-nogui', 'libreoffice-calc'),
  // installs the Debian package into a folder as if it were a system
  program('fakeroot'),
  file('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf', 'fonts-dejavu-core'),
  file('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc', 'fonts-noto-cjk'),
]

/**
 * Checks the libraries and programs that `purpose` ('start' or 'test') needs: installs what is missing if apt works without a
 * password, and otherwise stops with the one command to type. Systems without apt are left to their owner.
 */
export async function ensureSystemPackages(purpose, report) {
  if (!isDebianLike()) return
  const machine = { libraries: installedLibraries() }
  const missing = [...forElectron, ...(purpose === 'test' ? forTests : [])].filter((need) => !need.isMet(machine))
  if (missing.length === 0) return
  const asRoot = rootPrefix()
  if (asRoot === null) {
    throw new SetupError(
      `Some system packages are missing. Install them with this one command, then try again:\n\n  ${commandToType(missing)}\n`,
    )
  }
  await report.step('Reading the list of system packages', () => run(...apt(asRoot, ['update', '-qq'])))
  const names = missing.map((need) => need.packages.find(isOffered) ?? need.packages.at(-1))
  report.line(`Missing on this system: ${names.join(' ')}`)
  await report.step('Installing system packages', async () => {
    const { code, output } = await run(...apt(asRoot, ['install', '-y', '-qq', '--no-install-recommends', ...names]))
    if (code !== 0)
      throw new SetupError(
        `${output}\n\napt could not install them; its own words are above. Try by hand:\n\n  ${commandToType(missing)}\n`,
      )
  })
}

function installedLibraries() {
  try {
    const listing = execFileSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return new Set(listing.split('\n').map((line) => line.trim().split(' ')[0]))
  } catch {
    return new Set()
  }
}

/** The prefix that runs a command as root without a password: empty, sudo, or null if neither works. */
function rootPrefix() {
  if (process.getuid?.() === 0) return []
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' })
    return ['sudo', '-n']
  } catch {
    return null
  }
}

function apt(prefix, args) {
  const [first, ...rest] = [
    ...prefix,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-o',
    'DPkg::Lock::Timeout=120',
    '-o',
    'Acquire::Retries=3',
    ...args,
  ]
  return [first, rest]
}

function isOffered(name) {
  try {
    return /Candidate: \S*\d/.test(execFileSync('apt-cache', ['policy', name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return false
  }
}

function commandToType(missing) {
  const names = missing.map((need) => need.packages.find(isOffered) ?? need.packages.at(-1))
  return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}`
}
