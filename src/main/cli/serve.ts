import { mkdtempSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import packageFacts from '../../../package.json'
import { originSchema } from '../../shared/gateway/gateway-client'
import { builtFolders } from '../app/built-folders'
import { composeApp } from '../app/compose-app'
import { silentLogger } from '../lib/log/logger'
import { openLog } from '../lib/log/open-log'
import { randomIds } from '../lib/random-ids'
import { systemClock } from '../lib/system-clock'
import { HostProblem } from '../platform/headless/host-problem'
import { type HeadlessPlatform, type HeadlessPlatformOptions, headlessPlatform } from '../platform/headless/platform'
import { killProcess } from '../platform/quit-tasks'
import { listFaults } from '../replay/simulator/faults/catalogue'
import { parseFaultChoice } from '../replay/simulator/faults/fault-choice'
import { listFixtures } from '../replay/simulator/list-fixtures'
import { loadFixture } from '../replay/simulator/load-fixture'
import { firstWeather } from '../replay/simulator/recording-order'
import { tokenFrom } from './token-file'
import { argumentProblem, usageProblem } from './usage-problem'

/** The catalogue of faults as lines of text: the name, how often it occurs, its settings, and what the server does. */
export function faultList(): string {
  const lines = listFaults().map(({ name, times, parameters, what }) => {
    const settings = Object.entries(parameters).map(([key, { value }]) => `${key}=${value}`)
    return `${[name, ...(settings.length > 0 ? [settings.join(',')] : [])].join(':')}  (times=${times})\n    ${what}\n`
  })
  return `${lines.join('')}Each also takes connection=N and turn=N (counted from 1) and times=N or times=always, as in\n  --fault network-lost:turn=2,at=answer\n`
}

const OPTIONS = {
  fixture: { type: 'string' },
  speed: { type: 'string' },
  port: { type: 'string', default: '0' },
  data: { type: 'string' },
  fault: { type: 'string', multiple: true },
  gateway: { type: 'string' },
  origin: { type: 'string', multiple: true },
  'token-file': { type: 'string' },
} as const

/**
 * `parley serve`: runs the app on the headless host until it is stopped. With `--fixture` that recording answers, even if there is a key;
 * with `--fault` the simulator has that fault. Without `--data` the data goes into a temporary folder. With `--gateway` other programs may
 * use it at that port; a client called "parley serve" gets a token, which is printed too: the one in `--token-file`, which is made where it
 * does not exist, or a new one. Web pages of every `--origin` may use it. Prints one JSON line when it is ready. The exit code is 1 if the
 * port or the data folder is not available.
 */
export async function runServe(args: readonly string[], output: NodeJS.WritableStream, problems: NodeJS.WritableStream): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') return usageProblem(problems, 'serve', options)
  const { values } = options
  const { fault: wanted = [] } = values
  if (wanted.includes('list')) {
    output.write(faultList())
    return 0
  }
  const faults = wanted.map(parseFaultChoice)
  const wrong = faults.find((fault) => !fault.ok)
  if (wrong?.ok === false) return usageProblem(problems, 'serve', wrong.error.message)
  const folders = builtFolders(import.meta.url)
  const chosen = values.fixture === undefined ? null : await loadFixture(resolve(values.fixture))
  if (chosen !== null && !chosen.ok) return usageProblem(problems, 'serve', chosen.error.message)
  if (chosen?.ok === true && chosen.value.protocol !== 'gemini-live') {
    return usageProblem(problems, 'serve', 'This recording is written, not spoken. Choose one whose protocol is gemini-live.')
  }
  const tokenFile = values['token-file']
  const token = tokenFile === undefined ? null : tokenFrom(resolve(tokenFile))
  if (token?.ok === false) return usageProblem(problems, 'serve', token.error.message)
  const bundled = await listFixtures(folders.fixtures)
  const userDataFolder = resolve(values.data ?? mkdtempSync(join(tmpdir(), 'parley-')))
  let log = silentLogger
  const host = await openHost({
    rendererFolder: folders.renderer,
    transportFile: folders.transport,
    userDataFolder,
    fixturesFolder: folders.fixtures,
    port: options.port,
    clock: systemClock,
    report: (what, detail) => log.warn(what, { detail: detail instanceof Error ? detail : String(detail) }),
  })
  if (host instanceof HostProblem) {
    problems.write(`parley serve: ${host.message}\n`)
    return 1
  }
  if (host.folderOpenToOthers) {
    problems.write(
      'parley serve: Others of this machine can see which files lie in the data folder. Parley’s own files are closed to them; to close the folder, run chmod 700 on it.\n',
    )
  }
  const platform = host
  const running = await composeApp(platform, {
    version: packageFacts.version,
    clock: systemClock,
    newId: randomIds,
    openLog: (secrets) => {
      log = openLog({ folder: join(userDataFolder, 'logs'), clock: systemClock, homeFolder: homedir(), secrets })
      return log
    },
    environment: chosen === null && faults.length === 0 ? process.env : {},
    fixtures: chosen === null ? firstWeather(bundled.fixtures.map(({ fixture }) => fixture)) : [chosen.value],
    fixtureProblems: bundled.problems,
    dataFiles: folders.data,
    replaySpeed: options.speed,
    replayFaults: faults.flatMap((fault) => (fault.ok ? [fault.value] : [])),
    gateway:
      options.gateway === null
        ? {}
        : {
            open: { port: options.gateway },
            firstClient: { name: 'parley serve', token: token?.value ?? null, origins: options.origins },
          },
  })
  const gateway = running.gateway()
  if (options.gateway !== null && gateway.gateway === undefined) {
    problems.write(`parley serve: Port ${options.gateway} can't be had for other programs. Choose another one with --gateway.\n`)
    await running.stop()
    await platform.close()
    return 1
  }
  output.write(`${JSON.stringify({ ...platform.address(), ...gateway })}\n`)
  await new Promise<void>((done) => {
    process.once('SIGINT', done)
    process.once('SIGTERM', done)
  })
  await running.stop()
  if ((await platform.close()) === 'by-force') killProcess()
  return 0
}

/** The host with its port open, or why it could not be opened. */
async function openHost(options: HeadlessPlatformOptions): Promise<HeadlessPlatform | HostProblem> {
  try {
    const platform = headlessPlatform(options)
    await platform.listen()
    return platform
  } catch (error) {
    if (error instanceof HostProblem) return error
    throw error
  }
}

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS })
    const port = Number(values.port)
    const speed = values.speed === undefined ? null : Number(values.speed)
    const gateway = values.gateway === undefined ? null : Number(values.gateway)
    const origins = values.origin ?? []
    if (gateway !== null && !(Number.isInteger(gateway) && gateway >= 0 && gateway <= 65_535))
      return '--gateway takes a port from 0 to 65535.'
    if (values['token-file'] !== undefined && gateway === null) return '--token-file needs --gateway.'
    if (!Number.isInteger(port) || port < 0 || port > 65_535) return '--port takes a number from 0 to 65535.'
    if (speed !== null && !(speed > 0 && speed <= 100)) return '--speed takes a number above 0 and up to 100.'
    if (!origins.every((origin) => originSchema.safeParse(origin).success))
      return '--origin takes the origin of a web page, like http://localhost:3000.'
    if (origins.length > 0 && gateway === null) return '--origin needs --gateway.'
    return { values, port, speed, gateway, origins }
  } catch (error) {
    return `${argumentProblem(error)}.`
  }
}
