import { app } from 'electron'
import { type Launch, linkLaunch, linkScheme, readLaunch } from '../launch'

/** The reasons for which Parley was started; those before the first listener wait. */
export interface Launches {
  readonly first: Launch
  hear(heard: (launch: Launch) => void): void
}

/** Call it before Electron is ready, because macOS reports links early. */
export function collectLaunches(): Launches {
  const first = readLaunch(process.argv, process.cwd())
  // the recording that Parley was started with is available from the beginning
  const waiting: Launch[] = first.kind === 'recording' ? [] : [first]
  let heard = (launch: Launch): void => void waiting.push(launch)
  app.on('second-instance', (_event, argv, folder) => heard(readLaunch(argv, folder)))
  app.on('open-file', (event, path) => {
    event.preventDefault()
    heard({ kind: 'recording', path })
  })
  app.on('open-url', (event, link) => {
    event.preventDefault()
    heard(linkLaunch(link))
  })
  // a package registers links itself; a run from source leaves them to the installed app
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)
  return {
    first,
    hear(next) {
      heard = next
      for (const launch of waiting.splice(0)) next(launch)
    },
  }
}
