import { app } from 'electron'
import { type Launch, linkLaunch, linkScheme, readLaunch } from '../launch'

/** What Parley is started for; those that come before anybody hears wait. */
export interface Launches {
  readonly first: Launch
  hear(heard: (launch: Launch) => void): void
}

/** Call it before Electron is ready: macOS tells of a link early. */
export function collectLaunches(): Launches {
  const first = readLaunch(process.argv, process.cwd())
  // a recording that Parley was started with is there from the beginning
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
  // a package tells the system itself; a run from its sources leaves the links to the installed one
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)
  return {
    first,
    hear(next) {
      heard = next
      for (const launch of waiting.splice(0)) next(launch)
    },
  }
}
