import { rm } from 'node:fs/promises'
import path from 'node:path'

/** Removes Electron's default app from the unpacked app. */
export default async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const resources =
    electronPlatformName === 'darwin'
      ? path.join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
      : path.join(appOutDir, 'resources')
  await rm(path.join(resources, 'default_app.asar'), { force: true })
}
