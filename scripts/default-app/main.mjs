// Electron runs this first when it is started as `electron [-r module] <app>`, and it loads that app. The top-level await at the end
// delays Electron's `ready` until the app's own entry has run, because some of its calls are only allowed before.
import { existsSync, readFileSync } from 'node:fs'
import { Module } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron/main'

function readCommandLine(args) {
  const required = []
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index]
    if (argument === '-r' || argument === '--require') {
      index += 1
      required.push(args[index])
    } else if (argument.startsWith('--app=')) {
      return { required, folder: argument.slice('--app='.length) }
    } else if (!argument.startsWith('-')) {
      return { required, folder: argument }
    }
  }
  return { required, folder: undefined }
}

const { required, folder } = readCommandLine(process.argv.slice(1))
if (folder === undefined) {
  process.stderr.write('usage: electron [-r module] <app>\n')
  process.exit(1)
}
Module._preloadModules(required)
Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true })

const appFolder = path.resolve(folder)
const description = path.join(appFolder, 'package.json')
const entry = Module._resolveFilename(appFolder, null, true)
if (existsSync(description)) {
  const { name, productName, version } = JSON.parse(readFileSync(description, 'utf8'))
  app.setName(productName ?? name ?? app.getName())
  if (version !== undefined) app.setVersion(version)
  app.setAppPath(appFolder)
} else {
  app.setAppPath(path.dirname(entry))
}
await import(pathToFileURL(entry).href)
