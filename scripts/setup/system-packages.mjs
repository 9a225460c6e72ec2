import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { isDebianLike, isOnPath, run } from './processes.mjs'
import { SetupError } from './report.mjs'

/** One need each: how to see that it is met, and the Debian packages that meet it (the first that the release has). */
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
  program('xvfb-run', 'xvfb'),
  program('xauth'),
  program('chromium', 'chromium', 'chromium-browser'),
  program('xdotool'),
  program('espeak-ng'),
  // recordings of people, who must all be heard without a key
  file('/usr/share/pocketsphinx/test/data/goforward.raw', 'pocketsphinx-testdata'),
  // a sound card of the tests' own, with what plays into it and records from it
  program('pulseaudio'),
  program('parec', 'pulseaudio-utils'),
  // a desktop's message bus, and its own program for notifications, for those with buttons
  program('dbus-daemon', 'dbus-daemon', 'dbus'),
  program('notify-send', 'libnotify-bin'),
  // a window of another program, which has the focus while the talk key is pressed
  program('xterm'),
  // gives the focus back to the window that had it, as every desktop does
  program('openbox'),
  // opens the tables that are exported
  program('soffice', 'libreoffice-calc-nogui', 'libreoffice-calc'),
  // installs the Debian package into a folder that takes itself for a system
  program('fakeroot'),
  file('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf', 'fonts-dejavu-core'),
  file('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc', 'fonts-noto-cjk'),
]

/**
 * Makes sure of the libraries and programs that `purpose` ('start' or 'test') takes: installs what is missing where apt may be used
 * without a question, and stops with the one command to type where it may not. Systems without apt are left to their owner.
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

/** What stands before a command to run it as root without a question: nothing, sudo, or null when neither will do. */
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
